import { runBookProgram } from './books.ts'

/** Settles what is due. The worker does it by itself; this is for a person after an alarm. */
await runBookProgram('settle')
