import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { networkModule } from '../network/module.ts'
import { defineModule, one, provide } from '../platform/manifest.ts'
import { riskModule } from '../risk/module.ts'
import { rulesModule } from '../rules/module.ts'
import { settlementModule } from '../settlement/module.ts'
import { verificationModule } from '../verification/module.ts'
import { checkDistribution, type DistributionDeps, openDistribution } from './index.ts'
import { distributionMigrations } from './migrations.ts'

export const distributionModule = defineModule({
  name: 'distribution',
  needs: {
    identity: identityModule,
    ledger: ledgerModule,
    network: networkModule,
    risk: riskModule,
    rules: rulesModule,
    settlement: settlementModule,
    verification: verificationModule,
  },
  migrations: distributionMigrations,
  offers: ['insider'],
  invariants: [{ name: 'distribution', check: checkDistribution }],
  points: { networkPayOf: one<DistributionDeps['networkPayOf']>() },
  open: (platform, { rules }, { networkPayOf }) =>
    openDistribution(platform, {
      reach: platform.config.dynamicCountries,
      parameters: rules.inForce,
      networkPayOf,
    }),
  provides: distribution => [
    provide(networkModule, 'effectiveAmong', distribution.effectiveAmong),
    provide(settlementModule, 'distribution', () => distribution),
  ],
})
