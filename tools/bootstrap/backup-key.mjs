/** `npm run backup-key`: zero dependencies up to here; then backup-key.ts goes on, in this same process. */
import { installWhenStale, requireNode } from './install.mjs'

requireNode()
installWhenStale()
const { register } = await import('tsx/esm/api')
register()
await import('./backup-key.ts')
