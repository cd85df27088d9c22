import { lookAtBooks } from './books.ts'

/** Settles what is due; the worker does it by itself, this is for a person who has looked at an alarm. */
await lookAtBooks('settle')
