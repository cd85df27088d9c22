import { receipts } from '../deposits/index.ts'
import { depositsModule } from '../deposits/module.ts'
import { distributionModule } from '../distribution/module.ts'
import { earningsModule } from '../earnings/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { lossesModule } from '../losses/module.ts'
import { networkModule } from '../network/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule, one, provide } from '../platform/manifest.ts'
import { pricingModule } from '../pricing/module.ts'
import { redemptionsModule } from '../redemptions/module.ts'
import { rulesModule } from '../rules/module.ts'
import { stopsModule } from '../stops/module.ts'
import { subscriptionsModule } from '../subscriptions/module.ts'
import { checkCustody, checkTreasury, type MissingOf, openTreasury, type RootsOf } from './index.ts'
import { treasuryMigrations, treasuryReceiptMigrations } from './migrations.ts'

export const treasuryModule = defineModule({
  name: 'treasury',
  needs: {
    deposits: depositsModule,
    distribution: distributionModule,
    earnings: earningsModule,
    ledger: ledgerModule,
    losses: lossesModule,
    network: networkModule,
    otc: otcModule,
    pricing: pricingModule,
    redemptions: redemptionsModule,
    rules: rulesModule,
    stops: stopsModule,
    subscriptions: subscriptionsModule,
  },
  points: { missingOf: one<MissingOf>(), rootsOf: one<RootsOf>() },
  migrations: [...treasuryMigrations, ...treasuryReceiptMigrations],
  offers: ['treasury_founding'],
  invariants: [
    { name: 'treasury', check: checkTreasury },
    { name: 'custody', check: checkCustody },
  ],
  open: (
    platform,
    { earnings: { earnings, dynamicPay }, ledger: { ledger }, stops, ...parts },
    { missingOf, rootsOf },
  ) =>
    openTreasury(platform, {
      ledger,
      rules: parts.rules,
      pricing: parts.pricing,
      network: parts.network,
      distribution: parts.distribution,
      dynamicPay,
      earnings,
      subscriptions: parts.subscriptions,
      redemptions: parts.redemptions,
      otc: parts.otc,
      losses: parts.losses,
      receipts,
      missingOf,
      rootsOf,
      windDown: stops,
    }),
  provides: treasury => [
    provide(earningsModule, 'hashesOf', treasury.hashesOf),
    provide(lossesModule, 'uncovered', treasury.uncovered),
  ],
})
