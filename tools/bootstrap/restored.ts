import { runBookProgram } from './books.ts'

/** Run after a restore by other means than `npm run restore`: pg_dump, pgBackRest, a copy of a disk. */
await runBookProgram('restored')
