import { distributionModule } from '../distribution/module.ts'
import { earningsModule } from '../earnings/module.ts'
import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule } from '../platform/manifest.ts'
import { pricingModule } from '../pricing/module.ts'
import { treasuryModule } from '../treasury/module.ts'
import { checkNewTotals, checkTotals, openStatistics } from './index.ts'
import { statisticsMigrations } from './migrations.ts'

export const statisticsModule = defineModule({
  name: 'statistics',
  needs: {
    distribution: distributionModule,
    earnings: earningsModule,
    identity: identityModule,
    ledger: ledgerModule,
    otc: otcModule,
    pricing: pricingModule,
    treasury: treasuryModule,
  },
  migrations: statisticsMigrations,
  invariants: [{ name: 'statistics', check: checkTotals, checkNew: checkNewTotals }],
  open: (platform, { earnings: { earnings }, treasury }) =>
    openStatistics(platform, {
      paidBySource: earnings.paidBySource,
      figuresOf: treasury.figuresOf,
    }),
})
