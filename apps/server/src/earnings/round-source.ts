import { sql } from 'kysely'

/** The name of a closed round in a prompt, used once: which round, and whose. */
export const roundSource = (round: string, memberId: string): string => `round:${round}:${memberId}`

/** The round in such a name. */
export const roundOfSource = (source: string): string => source.split(':')[1] ?? ''

/** The same for a row of `elimination_prompt` that a statement calls `prompt`. */
export const roundOfPrompt = sql<string>`split_part(prompt.source, ':', 2)`
