import { writeFileSync } from 'node:fs'
import { renderFreezeTable } from './render.ts'

/** `npm run freeze-table`: writes docs/freezes.md. */
writeFileSync(new URL('../../docs/freezes.md', import.meta.url), renderFreezeTable())
