import { ledgerModule } from '../ledger/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule } from '../platform/manifest.ts'
import { pricingModule } from '../pricing/module.ts'
import { subscriptionsModule } from '../subscriptions/module.ts'
import { openWallets } from './index.ts'

export const walletsModule = defineModule({
  name: 'wallets',
  needs: {
    ledger: ledgerModule,
    otc: otcModule,
    pricing: pricingModule,
    subscriptions: subscriptionsModule,
  },
  open: (platform, { ledger: { ledger }, otc, pricing, subscriptions }) =>
    openWallets(platform, {
      ledger,
      prices: { guide: pricing.guide },
      marketPayments: otc.marketPayments,
      limits: { trading: otc.tradingLimits, subscription: subscriptions.limitsAmong },
    }),
})
