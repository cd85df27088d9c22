import { transfersOfCustody } from '../deposits/index.ts'
import { depositsModule } from '../deposits/module.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { solvencyModule } from '../solvency/module.ts'
import { treasuryModule } from '../treasury/module.ts'
import { withdrawalsModule } from '../withdrawals/module.ts'
import { explanationNotices, openExplanations } from './index.ts'
import { explanationMigrations } from './migrations.ts'

export const explanationsModule = defineModule({
  name: 'explanations',
  needs: {
    deposits: depositsModule,
    solvency: solvencyModule,
    treasury: treasuryModule,
    withdrawals: withdrawalsModule,
  },
  migrations: explanationMigrations,
  notices: explanationNotices,
  open: (platform, { deposits, solvency, treasury, withdrawals }) =>
    openExplanations(platform, {
      transfers: transfersOfCustody,
      unknownPayouts: (reader, only) => withdrawals.unknownTransfers(reader, { only }),
      namedBy: withdrawals.namedBy,
      strayTransfers: deposits.strayTransfers,
      missing: solvency.missing,
      unbookedMissing: treasury.unbookedMissing,
      reportShortfall: treasury.reportShortfall,
      decideShortfall: treasury.decideShortfall,
    }),
  provides: explanations => [provide(solvencyModule, 'lastExplained', explanations.lastApproved)],
})
