import type { DuePayment, Network } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { ChainWatch } from './chains.ts'
import type { CheckContext } from './checks.ts'
import { beginChecks, watchedBlock, writeWatchedBlock } from './store.ts'

export interface WatchContext extends CheckContext {
  /** The expected payments of all open trades of a network. */
  openPayments(reader: Database | Tx, network: Network): Promise<DuePayment[]>
}

/** The number of blocks that one run reads. */
const RANGE = 1_000
/** Blocks that every run reads again, because of reorganisations. */
const AGAIN = 20
/** How far back the first run starts: the time to pay, in blocks of BSC. */
const FIRST = 2_500

/**
 * One run: finds the payments of open trades on a chain by address and exact amount, whether or not
 * anybody has shown their hash. A match is only queued for lookup: the check of the hash decides.
 */
export async function watchPayments(context: WatchContext, network: Network): Promise<void> {
  const { database, logger } = context
  const chain = context.chains[network]
  if (!chain?.watch || (await context.openPayments(database, network)).length === 0) return
  try {
    // Asks for the head first: every trade that is paid in a block up to there is open by now.
    const head = await chain.watch.head()
    const due = (await context.openPayments(database, network)).map(one => ({
      tradeId: one.tradeId,
      account: chain.accountOf(one.payTo),
      units: one.paymentAmount * chain.unitsPerMicro,
    }))
    const watched = await watchedBlock(database, chain.name)
    const from = Math.max(watched ?? 0, head - FIRST)
    const to = Math.min(head, from + RANGE)
    const seen = await transfersTo(chain.watch, due, { from, to })
    const matches = seen.flatMap(({ hash, to: account, units }) =>
      due
        .filter(one => one.account === account && one.units === units)
        .map(({ tradeId }) => ({ tradeId, hash })),
    )
    const reached = Math.max(0, to - AGAIN)
    if (matches.length === 0 && reached === watched) return
    await inTransaction(database, async tx => {
      await beginChecks(tx, matches)
      await writeWatchedBlock(tx, chain.name, reached)
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'failed'
    logger.warn(
      { reason, chain: chain.name },
      'payments could not be looked for; the next run tries again',
    )
  }
}

const transfersTo = (
  watch: ChainWatch,
  due: readonly { account: string }[],
  blocks: { from: number; to: number },
) => watch.transfersTo([...new Set(due.map(one => one.account))], blocks)
