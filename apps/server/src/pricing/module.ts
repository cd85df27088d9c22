import { ledgerModule } from '../ledger/module.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { rulesModule } from '../rules/module.ts'
import { settlementModule } from '../settlement/module.ts'
import { openPricing } from './index.ts'
import { pricingMigrations } from './migrations.ts'

export const pricingModule = defineModule({
  name: 'pricing',
  needs: { ledger: ledgerModule, rules: rulesModule, settlement: settlementModule },
  migrations: pricingMigrations,
  offers: ['guide_price'],
  open: (platform, { ledger: { ledger }, rules }) =>
    openPricing(platform, { ledger, parameters: rules.inForce }),
  provides: pricing => [provide(settlementModule, 'pricing', () => pricing)],
})
