import { identityModule } from '../identity/module.ts'
import { defineModule } from '../platform/manifest.ts'
import { verificationModule } from '../verification/module.ts'
import { openSessions } from './index.ts'
import { sessionMigrations } from './migrations.ts'

export const sessionsModule = defineModule({
  name: 'sessions',
  needs: { identity: identityModule, verification: verificationModule },
  migrations: sessionMigrations,
  open: (platform, { identity, verification }) =>
    openSessions(platform, { identity, verification }),
})
