export { LedgerBug } from './bug.ts'
export * from './ledger.ts'
export { openLedger } from './open.ts'
export { isStatementCursor } from './statement.ts'
