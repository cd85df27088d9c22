import { defineModule } from '../platform/manifest.ts'
import { openSealing } from '../platform/sealing.ts'
import { sessionsModule } from '../sessions/module.ts'
import { openPush } from './index.ts'
import { pushMigrations } from './migrations.ts'

export const pushModule = defineModule({
  name: 'push',
  needs: { sessions: sessionsModule },
  migrations: pushMigrations,
  open: (platform, { sessions }) =>
    openPush(platform, {
      sealing: openSealing(platform.secrets.fieldKey),
      liveSessions: sessions.liveAmong,
    }),
})
