import { earningsModule } from '../earnings/module.ts'
import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { lossesModule } from '../losses/module.ts'
import { defineModule, one, provide } from '../platform/manifest.ts'
import { pricingModule } from '../pricing/module.ts'
import { riskModule } from '../risk/module.ts'
import { rulesModule } from '../rules/module.ts'
import { settlementModule } from '../settlement/module.ts'
import { stopsModule } from '../stops/module.ts'
import type { SubscriptionDeps } from './deps.ts'
import { checkSubscriptions, openSubscriptions } from './index.ts'
import { subscriptionMigrations } from './migrations.ts'

export const subscriptionsModule = defineModule({
  name: 'subscriptions',
  needs: {
    earnings: earningsModule,
    identity: identityModule,
    ledger: ledgerModule,
    losses: lossesModule,
    pricing: pricingModule,
    risk: riskModule,
    rules: rulesModule,
    settlement: settlementModule,
    stops: stopsModule,
  },
  points: {
    pauseBuying: one<SubscriptionDeps['pauseBuying']>(),
    marketBuys: one<SubscriptionDeps['marketBuys']>(),
  },
  migrations: subscriptionMigrations,
  offers: ['subscription'],
  invariants: [{ name: 'subscriptions', check: checkSubscriptions }],
  open: (platform, { ledger: { ledger }, ...needs }, { pauseBuying, marketBuys }) =>
    openSubscriptions(platform, {
      ledger,
      pricing: needs.pricing,
      joinedAmong: needs.identity.joinedAmong,
      prompts: needs.earnings.earnings,
      stopFor: needs.stops.stopFor,
      isWoundDown: needs.stops.isStopped,
      parameters: needs.rules.inForce,
      enterBalances: needs.losses.enterBalances,
      riskAnswered: needs.risk.answeredAmong,
      pauseBuying,
      marketBuys,
    }),
  provides: subscriptions => [
    provide(earningsModule, 'refuseWhilePaused', subscriptions.refuseWhilePaused),
    provide(earningsModule, 'pausesAmong', subscriptions.pausesAmong),
    provide(earningsModule, 'issuedAmong', subscriptions.issuedAmong),
    provide(lossesModule, 'cutSubscriptions', subscriptions.cut),
    provide(settlementModule, 'subscriptions', () => subscriptions),
  ],
})
