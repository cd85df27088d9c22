import { earningsModule } from '../earnings/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { pricingModule } from '../pricing/module.ts'
import { rulesModule } from '../rules/module.ts'
import { settlementModule } from '../settlement/module.ts'
import { subscriptionsModule } from '../subscriptions/module.ts'
import { checkRedemptions, openRedemptions } from './index.ts'
import { redemptionMigrations } from './migrations.ts'

export const redemptionsModule = defineModule({
  name: 'redemptions',
  needs: {
    earnings: earningsModule,
    ledger: ledgerModule,
    otc: otcModule,
    pricing: pricingModule,
    rules: rulesModule,
    settlement: settlementModule,
    subscriptions: subscriptionsModule,
  },
  migrations: redemptionMigrations,
  offers: ['redemption'],
  invariants: [{ name: 'redemptions', check: checkRedemptions }],
  open: (platform, { ledger: { ledger }, otc, pricing, rules, subscriptions }) =>
    openRedemptions(platform, {
      ledger,
      pricing,
      market: otc.sales,
      parameters: rules.inForce,
      firstFill: subscriptions.firstFill,
    }),
  provides: redemptions => [
    provide(earningsModule, 'exchangeFees', redemptions.feesOfMembers),
    provide(settlementModule, 'redemptions', () => redemptions),
  ],
})
