import { writeFileSync } from 'node:fs'
import { renderOtcTables } from './render.ts'

/** `npm run otc-tables`: writes docs/otc.md. */
writeFileSync(new URL('../../docs/otc.md', import.meta.url), renderOtcTables())
