import { defineModule } from '../platform/manifest.ts'
import { openSealing } from '../platform/sealing.ts'
import { sessionsModule } from '../sessions/module.ts'
import { openPush } from './index.ts'
import { pushMigrations } from './migrations.ts'

export const pushModule = defineModule({
  name: 'push',
  needs: { sessions: sessionsModule },
  migrations: pushMigrations,
  sealed: [
    {
      table: 'push_subscription',
      id: { id: 'uuid' },
      columns: { address: "'push address ' || session_id" },
    },
    { table: 'push_message', id: { id: 'uuid' }, columns: { message: "'push message ' || id" } },
  ],
  open: (platform, { sessions }) =>
    openPush(platform, {
      sealing: openSealing(platform.secrets.fieldKey),
      liveSessions: sessions.liveAmong,
    }),
})
