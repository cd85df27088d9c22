import { ledgerModule } from '../ledger/module.ts'
import { defineModule } from '../platform/manifest.ts'
import { rulesModule } from '../rules/module.ts'
import { openPricing } from './index.ts'
import { pricingMigrations } from './migrations.ts'

export const pricingModule = defineModule({
  name: 'pricing',
  needs: { ledger: ledgerModule, rules: rulesModule },
  migrations: pricingMigrations,
  offers: ['guide_price'],
  open: (platform, { ledger: { ledger }, rules }) =>
    openPricing(platform, { ledger, parameters: rules.inForce }),
})
