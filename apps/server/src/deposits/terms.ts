/** The conditions of a recharge beside the rule book's minimum (security.md 4.9). */
export const terms = {
  /** Blocks on top of and including the deposit's own; the chain's finalized tag is needed too. */
  confirmations: 15,
  /** Micro-USDT. A deposit of this much also waits until all validators have confirmed its block. */
  large: 1_000_000_000n,
} as const

/** How the chain is followed. */
export const pace = {
  everyMs: 450,
  /** While the chain shows no new block, a run every so often is enough. */
  restMs: 3_000,
  /** A run ends after this time and the next one continues from there. */
  runMs: 2_000,
  callTimeoutMs: 5_000,
  /** Headers that are kept to find where a reorganised chain diverged. */
  keptBlocks: 200,
  /** Single blocks that are stored together. */
  blocksAtOnce: 20,
  /** This far behind the final blocks, whole ranges are read instead of single blocks. */
  rangeFromBlocks: 64,
  largestRange: 500,
  /** A first start on a real chain begins this far below its final block. */
  startMarginBlocks: 200,
  /** A head of a real chain that is older than this is refused. */
  headTooOldMs: 30_000,
  /** A chain that was not followed for this long counts as out of reach. */
  outOfReachMs: 15_000,
  /** Fewer blocks behind than this count as following. */
  catchingUpBlocks: 8,
  progressEveryMs: 1_000,
  /** Addresses whose balances are read in one call, and concurrent calls. */
  balancesPerCall: 500,
  balanceCallsAtOnce: 4,
  /**
   * Custody is read at the newest followed block; when that is further behind the final one than
   * this, it is not read.
   */
  readBehindBlocks: 400,
} as const
