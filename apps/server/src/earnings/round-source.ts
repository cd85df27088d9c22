import { sql } from 'kysely'

/** What a prompt of a closed round is named by, once for ever: which round, and whose. */
export const roundSource = (round: string, memberId: string): string => `round:${round}:${memberId}`

/** The round in such a name. */
export const roundOfSource = (source: string): string => source.split(':')[1] ?? ''

/** The same of a row of `elimination_prompt` that a statement calls `prompt`. */
export const roundOfPrompt = sql<string>`split_part(prompt.source, ':', 2)`
