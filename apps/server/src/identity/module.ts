import { defineModule, one, provide } from '../platform/manifest.ts'
import { verificationModule } from '../verification/module.ts'
import { type AccountContext, openIdentity } from './index.ts'
import { identityMigrations } from './migrations.ts'

export const identityModule = defineModule({
  name: 'identity',
  needs: { verification: verificationModule },
  points: {
    /** Runs in the transaction that creates a member. */
    welcome: one<AccountContext['welcome']>(),
  },
  migrations: identityMigrations,
  open: (platform, { verification }, { welcome }) =>
    openIdentity(platform, { notify: verification.notify, welcome }),
  provides: identity => [
    provide(verificationModule, 'accountIdOf', identity.accountIdOf),
    provide(verificationModule, 'freezeAfterChange', identity.freezeAfterEmail),
  ],
})
