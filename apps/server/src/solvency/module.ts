import { depositsModule } from '../deposits/module.ts'
import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { operatorsModule } from '../operators/module.ts'
import { sealedSample } from '../platform/key-check.ts'
import { defineModule, one, provide } from '../platform/manifest.ts'
import { openSealing } from '../platform/sealing.ts'
import { pricingModule } from '../pricing/module.ts'
import { stopsModule } from '../stops/module.ts'
import { treasuryModule } from '../treasury/module.ts'
import { windDownModule } from '../wind-down/module.ts'
import { withdrawalsModule } from '../withdrawals/module.ts'
import { checkNewestRoot, checkSolvency, openSolvency, type SolvencyDeps } from './index.ts'
import { solvencyMigrations } from './migrations.ts'

export const solvencyModule = defineModule({
  name: 'solvency',
  needs: {
    deposits: depositsModule,
    identity: identityModule,
    ledger: ledgerModule,
    operators: operatorsModule,
    pricing: pricingModule,
    stops: stopsModule,
    treasury: treasuryModule,
    windDown: windDownModule,
    withdrawals: withdrawalsModule,
  },
  points: {
    /** Counts the breaches of every module; the composition provides it. */
    countBreaches: one<SolvencyDeps['countBreaches']>(),
    lastExplained: one<SolvencyDeps['lastExplained']>(),
  },
  migrations: solvencyMigrations,
  keyEvidence: {
    sealed: [
      sealedSample('solvency_look', "sealed_key as sealed, 'solvency proof ' || period as place"),
    ],
  },
  sealed: [
    {
      table: 'solvency_look',
      id: { period: 'text' },
      columns: { sealed_key: "'solvency proof ' || period" },
    },
  ],
  invariants: [{ name: 'solvency', check: checkSolvency, checkNew: checkNewestRoot }],
  open: (
    platform,
    { deposits, operators, treasury, withdrawals },
    { countBreaches, lastExplained },
  ) =>
    openSolvency(platform, {
      custody: deposits.custody,
      rechargeHoldings: deposits.rechargeHoldings,
      publishedHoldings: deposits.publishedHoldings,
      finalBlock: deposits.finalBlock,
      countBreaches,
      redSince: treasury.redSince,
      paysInFull: treasury.paysInFull,
      typedTotal: treasury.typedTotal,
      confirmedTotal: treasury.confirmedTotal,
      sealing: openSealing(platform.secrets.fieldKey),
      recordAct: operators.recordAct,
      lastExplained,
      payoutsGone: withdrawals.minedUnbooked,
    }),
  provides: solvency => [
    provide(stopsModule, 'redSince', solvency.redSince),
    provide(treasuryModule, 'missingOf', solvency.missing),
    provide(treasuryModule, 'rootsOf', solvency.rootsOf),
    provide(withdrawalsModule, 'payoutStop', solvency.payoutStop),
  ],
})
