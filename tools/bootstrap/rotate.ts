import { runBookProgram } from './books.ts'

/** Replaces one of the five secrets: docs/operations/keys.md. */
await runBookProgram('rotate', () => process.argv.slice(2))
