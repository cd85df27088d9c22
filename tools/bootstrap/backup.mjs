/** `npm run backup`: zero dependencies up to here; then backup.ts goes on, in this same process. */
import { installWhenStale, requireNode } from './install.mjs'

requireNode()
installWhenStale()
const { register } = await import('tsx/esm/api')
register()
await import('./backup.ts')
