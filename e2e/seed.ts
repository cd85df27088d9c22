/** Makes the seeded data that the browser projects copy, and writes to the file named where it is. */
import { writeFileSync } from 'node:fs'
import { seededData } from './seeded.ts'

const [file] = process.argv.slice(2) as [string]
writeFileSync(file, await seededData())
