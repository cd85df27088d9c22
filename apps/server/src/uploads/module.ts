import { authModule } from '../auth/module.ts'
import { filesModule } from '../files/module.ts'
import { picturesModule } from '../pictures/module.ts'
import { defineModule, many } from '../platform/manifest.ts'
import {
  type AskUses,
  type IsNeeded,
  type IsVisible,
  type IsVisibleToOperator,
  type NamedAmong,
  openUploads,
} from './index.ts'
import { uploadMigrations } from './migrations.ts'

export const uploadsModule = defineModule({
  name: 'uploads',
  needs: { auth: authModule, files: filesModule, pictures: picturesModule },
  points: {
    /** Who else may see an upload. */
    visible: many<IsVisible>(),
    /** Which operators may see an upload; no others do. */
    visibleToOperators: many<IsVisibleToOperator>(),
    /** Which pictures' originals a case may still need. */
    neededBy: many<IsNeeded>(),
    /** What pictures are used for: those that are needed are not deleted. */
    usedIn: many<AskUses>(),
    /** Which files rows of other modules name: they are not taken away. */
    named: many<NamedAmong>(),
  },
  migrations: uploadMigrations,
  sealed: [{ table: 'upload', id: { id: 'uuid' }, columns: { name: "'file name ' || id" } }],
  open: (platform, { auth }, points) => openUploads(platform, { auth, ...points }),
  serves: uploads => ({ ...uploads.module, close: uploads.close }),
})
