import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { defineModule, one, provide } from '../platform/manifest.ts'
import { settlementModule } from '../settlement/module.ts'
import { checkLosses, type LossDeps, openLosses } from './index.ts'
import { lossMigrations } from './migrations.ts'

export const lossesModule = defineModule({
  name: 'losses',
  needs: { identity: identityModule, ledger: ledgerModule, settlement: settlementModule },
  points: {
    uncovered: one<LossDeps['uncovered']>(),
    isRestorePending: one<LossDeps['isRestorePending']>(),
    cutWithdrawals: one<LossDeps['modules'][string]>(),
    cutSubscriptions: one<LossDeps['modules'][string]>(),
  },
  migrations: lossMigrations,
  invariants: [{ name: 'losses', check: checkLosses }],
  open: (platform, { identity, ledger: { ledger } }, points) =>
    openLosses(platform, {
      ledger,
      uncovered: points.uncovered,
      isRestorePending: points.isRestorePending,
      modules: { withdrawal: points.cutWithdrawals, subscription: points.cutSubscriptions },
      membersAfter: identity.membersAfter,
    }),
  provides: losses => [provide(settlementModule, 'losses', () => losses)],
})
