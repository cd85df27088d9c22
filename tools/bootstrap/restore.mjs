/** `npm run restore`: zero dependencies up to here; then restore.ts goes on, in this same process. */
import { installWhenStale, requireNode } from './install.mjs'

requireNode()
installWhenStale()
const { register } = await import('tsx/esm/api')
register()
await import('./restore.ts')
