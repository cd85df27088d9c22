import { runBookProgram } from './books.ts'

/** Copies or checks uploads: docs/operations/uploads.md. */
await runBookProgram('uploads', () => process.argv.slice(2))
