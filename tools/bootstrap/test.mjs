/** `npm test`: zero dependencies up to here; then ../test-run/main.ts goes on, in this same process. */
import { installWhenStale, requireNode } from './install.mjs'

requireNode()
installWhenStale()
const { register } = await import('tsx/esm/api')
register()
await import('../test-run/main.ts')
