import { receipts, transfersOfCustody } from '../deposits/index.ts'
import { depositsModule } from '../deposits/module.ts'
import { earningsModule } from '../earnings/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { lossesModule } from '../losses/module.ts'
import { defineModule, one, provide } from '../platform/manifest.ts'
import { pricingModule } from '../pricing/module.ts'
import { rulesModule } from '../rules/module.ts'
import { settlementModule } from '../settlement/module.ts'
import { stopsModule } from '../stops/module.ts'
import { checkCustody, checkTreasury, type MissingOf, openTreasury, type RootsOf } from './index.ts'
import { treasuryMigrations, treasuryReceiptMigrations } from './migrations.ts'

export const treasuryModule = defineModule({
  name: 'treasury',
  needs: {
    deposits: depositsModule,
    earnings: earningsModule,
    ledger: ledgerModule,
    losses: lossesModule,
    pricing: pricingModule,
    rules: rulesModule,
    settlement: settlementModule,
    stops: stopsModule,
  },
  points: { missingOf: one<MissingOf>(), rootsOf: one<RootsOf>() },
  migrations: [...treasuryMigrations, ...treasuryReceiptMigrations],
  offers: ['treasury_founding'],
  invariants: [
    { name: 'treasury', check: checkTreasury },
    { name: 'custody', check: checkCustody },
  ],
  open: (platform, { ledger: { ledger }, rules, settlement, stops }, { missingOf, rootsOf }) =>
    openTreasury(platform, {
      ledger,
      rules,
      parts: settlement.parts,
      receipts,
      transfers: transfersOfCustody,
      missingOf,
      rootsOf,
      windDown: stops,
    }),
  provides: treasury => [
    provide(earningsModule, 'hashesOf', treasury.hashesOf),
    provide(lossesModule, 'uncovered', treasury.uncovered),
  ],
})
