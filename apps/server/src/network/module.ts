import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { defineModule, one, provide } from '../platform/manifest.ts'
import { rulesModule } from '../rules/module.ts'
import { settlementModule } from '../settlement/module.ts'
import { verificationModule } from '../verification/module.ts'
import { checkNetwork, type NetworkDeps, openNetwork } from './index.ts'
import { networkMigrations } from './migrations.ts'

export const networkModule = defineModule({
  name: 'network',
  needs: {
    ledger: ledgerModule,
    identity: identityModule,
    rules: rulesModule,
    settlement: settlementModule,
    verification: verificationModule,
  },
  points: { effectiveAmong: one<NetworkDeps['effectiveAmong']>() },
  migrations: networkMigrations,
  offers: ['placement'],
  invariants: [{ name: 'network', check: checkNetwork }],
  open: (platform, { identity, rules, verification }, { effectiveAmong }) =>
    openNetwork(platform, {
      nicknames: identity.nicknames,
      effectiveAmong,
      parameters: rules.inForce,
      remind: async (tx, memberId, until) => {
        const accountId = await identity.accountIdOf(tx, memberId)
        await verification.notify(tx, memberId, 'placementDue', { accountId, until })
      },
    }),
  serves: network => ({ ...network.module, warm: network.warm, close: network.close }),
  provides: network => [
    provide(identityModule, 'welcome', network.welcome),
    provide(settlementModule, 'network', () => network),
  ],
})
