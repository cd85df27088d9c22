import { writeFileSync } from 'node:fs'
import { mapPages } from './pages.ts'

/** Writes the diagram of ARCHITECTURE.md and the table of docs/modules.md. */
for (const { file, wanted } of mapPages()) writeFileSync(file, wanted)
