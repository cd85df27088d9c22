/** `npm run operator`: zero dependencies up to here; then operator.ts goes on, in this same process. */
import { installWhenStale, requireNode } from './install.mjs'

requireNode()
installWhenStale()
const { register } = await import('tsx/esm/api')
register()
await import('./operator.ts')
