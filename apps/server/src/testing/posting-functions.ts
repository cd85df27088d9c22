import { migrations } from '../migrations.ts'

const migration = migrations.find(({ id }) => id === '2026-11-27-ledger-post')
if (!migration) throw new Error('the migration of the posting functions has another name')

/**
 * SQL of the functions that the ledger posts by. A test that fills an older database with today's
 * ledger runs it first; the migration replaces them.
 */
export const postingFunctions = migration.sql
