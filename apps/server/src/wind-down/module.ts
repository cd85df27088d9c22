import { depositsModule } from '../deposits/module.ts'
import { distributionModule } from '../distribution/module.ts'
import { earningsModule } from '../earnings/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { lossesModule } from '../losses/module.ts'
import { otcModule } from '../otc/module.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { redemptionsModule } from '../redemptions/module.ts'
import { rulesModule } from '../rules/module.ts'
import { stopsModule } from '../stops/module.ts'
import { subscriptionsModule } from '../subscriptions/module.ts'
import { treasuryModule } from '../treasury/module.ts'
import { checkWindDown, openWindDown } from './index.ts'
import { windDownMigrations } from './migrations.ts'

export const windDownModule = defineModule({
  name: 'wind-down',
  needs: {
    deposits: depositsModule,
    distribution: distributionModule,
    earnings: earningsModule,
    ledger: ledgerModule,
    losses: lossesModule,
    otc: otcModule,
    redemptions: redemptionsModule,
    rules: rulesModule,
    stops: stopsModule,
    subscriptions: subscriptionsModule,
    treasury: treasuryModule,
  },
  migrations: windDownMigrations,
  offers: ['wind_down'],
  invariants: [{ name: 'wind-down', check: checkWindDown }],
  open: (platform, { earnings: { earnings }, ledger: { ledger }, ...needs }) =>
    openWindDown(platform, {
      ledger,
      subscriptions: needs.subscriptions,
      redemptions: needs.redemptions,
      earnings,
      otc: needs.otc,
      treasury: needs.treasury,
      losses: needs.losses,
      parameters: needs.rules.inForce,
      hasConfirming: needs.deposits.hasConfirming,
    }),
  provides: ({ isStopped, refuseStopped, enterCall, stops }) => [
    provide(stopsModule, 'isStopped', isStopped),
    provide(stopsModule, 'refuseStopped', refuseStopped),
    provide(stopsModule, 'enterCall', enterCall),
    provide(stopsModule, 'isFrozen', stops.isFrozen),
    provide(stopsModule, 'investingStops', stops.investingStops),
    provide(stopsModule, 'volumeStops', stops.volumeStops),
  ],
})
