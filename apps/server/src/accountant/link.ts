/** A link as `ledger_audit` has it. */
export interface Link {
  batch: number
  fromXid: number
  toXid: number
  /** In the order of the sealed tables. */
  counts: number[]
  totalTransfers: string
  sealedAt: string
  body: string
  head: string
  /** SHA-256 of its entries: they are fetched only where they are not what they should be. */
  entries: string
}
