import { sealedSample } from '../platform/key-check.ts'
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
  keyEvidence: {
    sealed: ['bsc', 'tron', 'contact'].map(field =>
      sealedSample(
        `receiving_account where ${field}_sealed is not null`,
        `${field}_sealed as sealed, 'receiving ${field} of ' || member_id as place`,
      ),
    ),
    hashed: ['select from member where login_hash is not null or payment_hash is not null limit 1'],
  },
  sealed: [
    {
      table: 'receiving_account',
      id: { member_id: 'uuid' },
      columns: {
        bsc_sealed: "'receiving bsc of ' || member_id",
        tron_sealed: "'receiving tron of ' || member_id",
        contact_sealed: "'receiving contact of ' || member_id",
      },
    },
  ],
  offers: ['frozen_order_owner', 'member', 'member_freeze'],
  open: (platform, { verification }, { welcome }) =>
    openIdentity(platform, { notify: verification.notify, welcome }),
  provides: identity => [
    provide(verificationModule, 'accountIdOf', identity.accountIdOf),
    provide(verificationModule, 'freezeAfterChange', identity.freezeAfterEmail),
  ],
})
