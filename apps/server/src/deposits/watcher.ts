import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Job } from '../platform/module.ts'
import { announce } from '../platform/outbox/announce.ts'
import { writeWatch } from './chain-store.ts'
import { type CreditContext, creditDue } from './credit.ts'
import { finalise } from './finalise.ts'
import { type FollowContext, openFollowing } from './follow.ts'
import type { Header } from './node.ts'
import { outgoingWaiting } from './outgoing.ts'
import { ChainTrouble } from './quorum.ts'
import { receiptsWaiting } from './receipts.ts'
import { membersConfirming } from './store.ts'
import { pace } from './terms.ts'

type Heads = Awaited<ReturnType<FollowContext['quorum']['heads']>>

const textOf = ({ head, finalized }: Heads): string => `${head.hash} ${finalized.hash}`

/** The watcher: follows the chain, credits final deposits, and notifies members of the progress. */
export function openWatcher(context: FollowContext & CreditContext): Job {
  const { database, quorum, pinned, logger } = context
  const follow = openFollowing(context)
  const announceProgress = openProgress(context)
  let trouble: string | null = null
  let whole: { heads: string; at: number } | null = null
  let read: Heads | null = null

  /** A chain without a new block has nothing new: credits that failed are tried again now and then. */
  async function rests(): Promise<boolean> {
    // Where the heads cannot be read, the run must not take those of before.
    read = null
    if (whole === null || performance.now() - whole.at >= pace.restMs) return false
    read = await quorum.heads()
    return textOf(read) === whole.heads
  }

  async function run(): Promise<void> {
    const heads = read ?? (await quorum.heads())
    read = null
    whole = null
    const tip = await follow(heads)
    await creditDue(context, tip, heads.finalized.number)
    const at = { tip, finalized: heads.finalized.number }
    await finalise(context, at, receiptsWaiting)
    await finalise(context, at, outgoingWaiting)
    await announceProgress(tip.number)
    await checkFresh(context, heads.head)
    await writeWatch(database, pinned.chainId, heads)
    if (tip.number >= heads.head.number) whole = { heads: textOf(heads), at: performance.now() }
    if (trouble !== null) logger.info({ tip: tip.number }, 'the chain is followed again')
    trouble = null
  }

  return {
    name: 'deposits.watch',
    runsIn: 'watcher',
    everyMs: pace.everyMs,
    rests: () => rests().catch(() => false),
    run: () =>
      run().catch(error => {
        if (!(error instanceof ChainTrouble)) throw error
        // Logged once, not twice a second. The page shows it as long as it lasts.
        if (trouble !== error.kind)
          logger.error({ kind: error.kind, reason: error.message }, 'the chain is not followed')
        trouble = error.kind
      }),
  }
}

/**
 * Two nodes with the same stuck source agree with each other; the time of their blocks reveals it.
 */
async function checkFresh({ database, demonstration }: FollowContext, head: Header): Promise<void> {
  // A demonstration chain makes no blocks while nobody pays.
  if (demonstration) return
  const age = (await systemNow(database)).getTime() - head.timestamp * 1000
  if (age > pace.headTooOldMs)
    throw new ChainTrouble(
      'stale',
      `the newest block ${head.number} is ${Math.round(age / 1000)} s old`,
    )
}

/** Notifies members with a deposit under way of its progress, at most once a second. */
function openProgress({ database, pinned }: FollowContext) {
  let announced = { tip: -1, at: Number.NEGATIVE_INFINITY }
  return async (tip: number): Promise<void> => {
    const now = performance.now()
    if (tip === announced.tip || now - announced.at < pace.progressEveryMs) return
    announced = { tip, at: now }
    const members = await membersConfirming(database, pinned.chainId)
    if (members.length === 0) return
    await inTransaction(database, tx =>
      announce(
        tx,
        members.map(memberId => ({ memberId, topic: 'deposits', subject: null })),
      ),
    )
  }
}
