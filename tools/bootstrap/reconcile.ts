import { lookAtBooks } from './books.ts'

/** Every invariant of every room, as they stand. */
await lookAtBooks('reconcile')
