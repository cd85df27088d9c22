import type { Kysely, Transaction } from 'kysely'
import type { DB } from './tables.ts'

export type Database = Kysely<DB>

/** An open transaction. Functions that must be part of one take this and never begin their own. */
export type Tx = Transaction<DB>
