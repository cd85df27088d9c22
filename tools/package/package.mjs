/** `npm run package`: zero dependencies up to here; then main.ts goes on, in this same process. */
import { installWhenStale, requireNode } from '../bootstrap/install.mjs'

requireNode()
installWhenStale()
const { register } = await import('tsx/esm/api')
register()
await import('./main.ts')
