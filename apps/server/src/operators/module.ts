import { openHashing } from '../identity/index.ts'
import { identityModule } from '../identity/module.ts'
import { ledgerModule } from '../ledger/module.ts'
import { mailModule } from '../platform/mail/module.ts'
import { defineModule, one } from '../platform/manifest.ts'
import { openSealing } from '../platform/sealing.ts'
import { sessionsModule } from '../sessions/module.ts'
import { checkOperators, type OperatorContext, openOperators } from './index.ts'
import { operatorMigrations } from './migrations.ts'

export const operatorsModule = defineModule({
  name: 'operators',
  needs: {
    identity: identityModule,
    ledger: ledgerModule,
    mail: mailModule,
    sessions: sessionsModule,
  },
  points: { casesToAppoint: one<OperatorContext['casesToAppoint']>() },
  migrations: operatorMigrations,
  keyEvidence: { hashed: ['select from operator where password_hash is not null limit 1'] },
  sealed: [
    { table: 'operator_totp', id: { id: 'uuid' }, columns: { secret_sealed: "'totp ' || id" } },
  ],
  invariants: [{ name: 'operators', check: checkOperators }],
  open: (platform, { sessions, mail: { mail } }, { casesToAppoint }) =>
    openOperators(platform, {
      hashing: openHashing(platform.secrets.pepper),
      countTry: sessions.countTry,
      casesToAppoint,
      demo: platform.config.demo && !platform.config.production,
      factorsOptional: platform.config.factorsOptional,
      origins: platform.config.consoleOrigins,
      mail,
      sealing: openSealing(platform.secrets.fieldKey),
    }),
})
