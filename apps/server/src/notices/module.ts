import { authModule } from '../auth/module.ts'
import { identityModule } from '../identity/module.ts'
import { operatorsModule } from '../operators/module.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { uploadsModule } from '../uploads/module.ts'
import { openNotices, picturesNamed } from './index.ts'
import { noticeMigrations } from './migrations.ts'

export const noticesModule = defineModule({
  name: 'notices',
  needs: {
    auth: authModule,
    identity: identityModule,
    operators: operatorsModule,
    uploads: uploadsModule,
  },
  migrations: noticeMigrations,
  open: (platform, { auth, identity, operators, uploads }) =>
    openNotices(platform, {
      joinedAmong: identity.joinedAmong,
      pictures: uploads.kept,
      recordAct: operators.recordAct,
      auth,
    }),
  provides: () => [provide(uploadsModule, 'named', picturesNamed)],
})
