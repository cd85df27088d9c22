export { exportHeads, HEAD_FILE, openAudit, sealBooks, setHeadsAside } from './audit/index.ts'
export { LedgerBug } from './bug.ts'
export { checkInvariants, inSnapshot } from './check.ts'
export {
  assetOfHouse,
  type HouseLine,
  houseLines,
  houseMembers,
  houseSums,
  houseVersionAt,
  newestVersion,
} from './house-lines.ts'
export { ledgerJobs } from './jobs.ts'
export * from './ledger.ts'
export { openLedger } from './open.ts'
export { settledTransfers } from './settled.ts'
export { isStatementCursor } from './statement.ts'
