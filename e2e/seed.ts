/** Makes the seeded data that the browser projects copy, and writes its path to the given file. */
import { writeFileSync } from 'node:fs'
import { seededData } from './seeded.ts'

const [file] = process.argv.slice(2) as [string]
writeFileSync(file, await seededData())
