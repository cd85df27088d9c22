export { exportHeads, HEAD_FILE, openAudit, sealBooks, setHeadsAside } from './audit/index.ts'
export { LedgerBug } from './bug.ts'
export { checkInvariants, inSnapshot } from './check.ts'
export { ledgerJobs } from './jobs.ts'
export * from './ledger.ts'
export { unprovenBatches } from './next-seal.ts'
export { openLedger } from './open.ts'
export {
  assetOfAccount,
  membersBeside,
  newestVersion,
  type PlatformLine,
  platformLines,
  platformSums,
  platformVersionAt,
} from './platform-lines.ts'
export { checkNew, proveNext } from './prove.ts'
export { settledTransfers } from './settled.ts'
export { isStatementCursor } from './statement.ts'
