import { type PayoutPause, uuidOf } from '@banyan/domain'
import type { Parameters } from '@banyan/economy'
import { type Approval, type Payout, payoutOrder, ruleCheckName } from '@banyan/payouts'
import type { Logger } from 'pino'
import type { TransfersOut } from '../deposits/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { alone } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { Refused } from '../platform/refused.ts'
import { type BreakerFacts, pauseOf } from './breakers.ts'
import { isOurSigner, orderOf, type PayoutChain } from './orders.ts'
import * as payouts from './payout-store.ts'
import { captureOf, returnOf } from './postings.ts'
import { withdrawalId } from './present.ts'
import { decisionsOf, payoutsOf, transactionsOf } from './record-store.ts'
import { restoreWait } from './restore-store.ts'
import { type Signer, SignerAway, SignerRefused } from './signer.ts'
import { handedLately, writeStatus } from './status-store.ts'
import { stepOf, takeStep } from './steps.ts'
import { lockWithdrawal, type WithdrawalRow } from './store.ts'
import { termsOf } from './terms.ts'
import { afterRefusal, type VoidContext } from './voids.ts'

/** What paying needs. */
export interface DriverContext {
  database: Database
  logger: Logger
  ledger: Ledger
  signer: Signer
  recordAct: VoidContext['recordAct']
  chain: PayoutChain
  transfersOut: TransfersOut
  parameters: (reader: Database | Tx) => Promise<Parameters>
  freezes: (
    reader: Database | Tx,
    memberId: string,
  ) => Promise<{ withdrawals: { until: Date; cause: string } | null }>
  /** True when an operator has frozen the whole account. */
  isFrozen: (reader: Database | Tx, memberId: string) => Promise<boolean>
  /**
   * Waits for a run that is changing all balances. Throws `lossBeingShared` while one shares a
   * loss.
   */
  enterBalances: (tx: Tx) => Promise<void>
  /**
   * True when USDT has left a recharge address other than by a collection: then someone else has
   * its key too.
   */
  hasStrayed: (reader: Database | Tx) => Promise<boolean>
  /** True when a wind-down has frozen the books. */
  isWoundDown: (reader: Database | Tx) => Promise<boolean>
  /** Why money cannot be paid out now. */
  payoutStop: (reader: Database | Tx) => Promise<BreakerFacts['solvency']>
}

/** The number of withdrawals that are handed over, and asked about, in one run. */
const AT_ONCE = 100
/** Signed ones are asked about in few large requests. */
const ASKED_AT_ONCE = 3_000
const CHECK_EVERY_MS = 5_000

/**
 * Creates the run that pays: it announces new addresses to the signer, hands it released
 * withdrawals, and asks about those that it has. One process does this at a time. If the process is
 * killed at any point, the next run continues: money is taken from the balance before the signer is
 * asked, and asking again signs nothing twice.
 */
export function openDriver(context: DriverContext): () => Promise<void> {
  let restsUntil = 0
  const run = async (): Promise<void> => {
    try {
      await announceAddresses(context)
      const ready = await readyOnes(context)
      // With nothing to pay, the signer's status is only requested now and then.
      if (ready.length > 0 || performance.now() >= restsUntil) {
        await handOver(context, ready)
        restsUntil = performance.now() + CHECK_EVERY_MS
      }
      await askAbout(context)
    } catch (error) {
      // A signer that refuses its status because of a wrong token counts as away.
      if (!(error instanceof SignerAway || error instanceof SignerRefused)) throw error
      context.logger.warn({ reason: error.message }, 'the signer was not reached')
      const unknownTransfer = await isMoneyLost(context)
      await writePause(context, { signer: null, next: 0n, unknownTransfer })
    }
  }
  return async () => {
    await alone(context.database, 'payouts', run)
  }
}

async function announceAddresses({ database, signer, logger }: DriverContext): Promise<void> {
  for (const address of await payouts.unannouncedAddresses(database, AT_ONCE))
    try {
      await payouts.noteAddress(database, address, await signer.noteAddress(address))
    } catch (error) {
      if (!(error instanceof SignerRefused)) throw error
      logger.warn({ address, refused: error.refused }, 'the signer did not note an address')
      await payouts.askLater(database, address)
    }
}

/**
 * Hands over in the order of the releases, until there is a reason to pause. Unknown transfers are
 * searched for once: that is the costly part, and another run follows soon.
 */
async function handOver(context: DriverContext, ready: readonly WithdrawalRow[]): Promise<void> {
  const { signer } = context
  let status = await signer.status()
  const unknownTransfer = await isMoneyLost(context)
  for (const row of ready) {
    const next = arrives(row)
    if ((await writePause(context, { signer: status, next, unknownTransfer })) !== null) return
    if (!(await capture(context, row.id))) continue
    await ask(context, row)
    status = await signer.status()
  }
  await writePause(context, { signer: status, next: 0n, unknownTransfer })
}

/**
 * True when USDT has left the hot wallet for no known payout, or a recharge address other than by a
 * collection.
 */
const isMoneyLost = async ({ database, hasStrayed }: DriverContext): Promise<boolean> =>
  (await hasStrayed(database)) || (await payouts.unknownTransfers(database)).length > 0

const arrives = (row: WithdrawalRow | undefined): bigint => (row ? row.amount - row.fee : 0n)

/**
 * Released withdrawals whose address has cooled at the signer too, and whose member is not frozen.
 */
async function readyOnes(context: DriverContext): Promise<WithdrawalRow[]> {
  const { database, parameters } = context
  const waiting = await payouts.releasedInOrder(database, AT_ONCE)
  if (waiting.length === 0) return []
  const now = await systemNow(database)
  const { newAddressWaitMs } = termsOf(await parameters(database))
  const ready: WithdrawalRow[] = []
  for (const { firstSeenAt, ...row } of waiting) {
    if (firstSeenAt === null || now.getTime() - firstSeenAt.getTime() < newAddressWaitMs) continue
    if (!(await isHeldBack(context, database, row.memberId))) ready.push(row)
  }
  return ready
}

/**
 * True when the member is under a freeze of withdrawals, or an operator has frozen the whole
 * account.
 */
const isHeldBack = async (
  { freezes, isFrozen }: DriverContext,
  reader: Database | Tx,
  memberId: string,
): Promise<boolean> =>
  (await freezes(reader, memberId)).withdrawals !== null || (await isFrozen(reader, memberId))

type PauseFacts = Pick<BreakerFacts, 'next' | 'unknownTransfer'> & {
  signer: Awaited<ReturnType<Signer['status']>> | null
}

/**
 * Determines why nothing is handed over now, by all facts, and stores it for members and operators.
 */
async function writePause(
  context: DriverContext,
  { signer, next, unknownTransfer }: PauseFacts,
): Promise<PayoutPause | null> {
  const { database, chain } = context
  return inTransaction(database, async tx => {
    const handed = await handedLately(tx)
    const isOurs = signer !== null && isOurSigner(signer, chain)
    const pause = pauseOf({
      connected: true,
      solvency: await context.payoutStop(tx),
      next,
      restored: await restoreWait(tx),
      signer: signer && {
        halted: signer.halted !== null || !isOurs,
        usdt: BigInt(signer.usdt),
        leftThisHour: BigInt(signer.leftThisHour),
        leftToday: BigInt(signer.leftToday),
      },
      unknownTransfer,
      handedThisHour: handed.hour,
      handedToday: handed.day,
      isWoundDown: await context.isWoundDown(tx),
    })
    if (await writeStatus(tx, { pause, signer })) await announceWaiting(tx, pause, context.logger)
    return pause
  })
}

async function announceWaiting(tx: Tx, pause: PayoutPause | null, logger: Logger): Promise<void> {
  if (pause === null) logger.info('payouts go on')
  else logger.error({ pause }, 'payouts are paused')
  const members = await payouts.membersWaiting(tx)
  await announce(tx, [
    ...members.map(memberId => ({ memberId, topic: 'withdrawals' as const, subject: null })),
    { memberId: null, topic: 'payouts', subject: null },
  ])
}

/**
 * Takes the money from the balance for the payout. Returns false when something has changed in
 * between.
 */
async function capture(context: DriverContext, id: string): Promise<boolean> {
  const { database, ledger, chain } = context
  return inTransaction(database, async tx => {
    await context.enterBalances(tx)
    const row = await lockWithdrawal(tx, id)
    const hand = { event: 'hand', actor: 'driver' } as const
    if (!row || !stepOf(row, hand)) return false
    if (await isHeldBack(context, tx, row.memberId)) return false
    await ledger.postHold(tx, row.holdId, captureOf(row))
    const handedAt = await systemNow(tx)
    const { chainId, addresses } = chain
    await payouts.insertPayout(tx, {
      withdrawalId: id,
      chainId,
      hotAddress: addresses.hot,
      handedAt,
    })
    await takeStep(tx, row, hand)
    return true
  }).catch(error => {
    // A shared loss is being carried out: the next run comes after it.
    if (error instanceof Refused && error.refusal === 'lossBeingShared') return false
    throw error
  })
}

/**
 * Asks about everything that is on the way and not in a block: again for those that the signer has
 * not answered, every half minute for those that it has refused, and in one request for those that
 * it has signed, of which only changes are processed.
 */
async function askAbout(context: DriverContext): Promise<void> {
  const { database, signer } = context
  for (const row of await payouts.handedToAsk(database, AT_ONCE)) await ask(context, row)
  const signed = (await payouts.inStates(database, ['signed'], ASKED_AT_ONCE)).map(row => row.id)
  if (signed.length === 0) return
  const answers = await signer.payouts(signed.map(withdrawalId))
  const known = new Set((await transactionsOf(database, signed)).map(one => one.hash))
  const nonces = new Map(
    (await payoutsOf(database, signed)).map(one => [one.withdrawalId, one.nonce]),
  )
  for (const answer of answers) {
    const id = uuidOf(answer.withdrawalId)
    const isKnown =
      nonces.get(id) === answer.nonce && answer.transactions.every(one => known.has(one))
    if (!isKnown || answer.state === 'returned') await take(context, id, answer)
  }
}

/** Hands one order over, or asks again for its status. */
async function ask(context: DriverContext, row: WithdrawalRow): Promise<void> {
  const { database, signer, chain } = context
  try {
    const order = payoutOrder.parse(orderOf(row, chain))
    await take(context, row.id, await signer.pay(order, await approvalsOf(database, row.id)))
  } catch (error) {
    if (!(error instanceof SignerRefused)) throw error
    await afterRefusal(context, row.id, error)
  }
}

/**
 * The approvals as given, of two people or of the rule check; the signer checks them by its own
 * list.
 */
const approvalsOf = async (database: Database, id: string): Promise<Approval[]> =>
  (await decisionsOf(database, [id])).flatMap(
    ({ decision, role, operator, signature, overtakenAt }): Approval[] => {
      if (signature === null || overtakenAt !== null) return []
      if (decision === 'automatic')
        return [{ role: 'automatic', approver: ruleCheckName, signature }]
      return role && operator ? [{ role, approver: operator, signature }] : []
    },
  )

/**
 * Stores the signer's report. It moves no money: `mined` and `final` are determined by the watcher,
 * and a return is verified on the chain. A transaction or a nonce of another payout is refused.
 */
async function take(context: DriverContext, id: string, answer: Payout): Promise<void> {
  const { database, logger } = context
  const isTrue = await inTransaction(database, async tx => {
    const row = await lockWithdrawal(tx, id)
    const [known] = await payoutsOf(tx, [id])
    if (!row || !known) throw new Error(`withdrawal ${id} was not handed over`)
    const { nonce, transactions } = answer
    const ours = { ...known, nonce: known.nonce ?? nonce }
    const isOthers =
      answer.withdrawalId !== withdrawalId(id) ||
      ours.nonce !== nonce ||
      (await payouts.isNonceTaken(tx, ours)) ||
      (await payouts.keepTransactions(tx, id, transactions)).length > 0
    if (isOthers) return false
    const signed = { event: 'sign', actor: 'signer' } as const
    if (!stepOf(row, signed)) return true
    const signedAt = new Date(answer.signedAt)
    await payouts.changePayout(tx, id, { nonce, signedAt, ...cleared })
    await takeStep(tx, row, signed)
    return true
  })
  if (!isTrue) {
    logger.error({ withdrawal: withdrawalId(id) }, 'the signer names what is another payout’s')
    return payouts.changePayout(database, id, {
      refused: 'otherPayout',
      refusedDetail: 'It names a nonce or a transaction of another.',
    })
  }
  if (answer.state === 'returned') await giveBack(context, id)
}

const cleared = {
  refused: null,
  refusedDetail: null,
  retryAt: null,
  refusedSince: null,
  refusedAt: null,
}

/**
 * Gives everything back once the chain itself shows that none of its transactions can ever be
 * mined.
 */
async function giveBack(context: DriverContext, id: string): Promise<void> {
  const { database, ledger, transfersOut } = context
  const [payout] = await payoutsOf(database, [id])
  if (!payout || payout.nonce === null) return
  const hashes = (await transactionsOf(database, [id])).map(one => one.hash)
  const { hotAddress: address, nonce } = payout
  if (!(await transfersOut.isReplaced({ address, nonce, hashes }))) return
  await inTransaction(database, async tx => {
    const row = await lockWithdrawal(tx, id)
    const back = { event: 'giveBack', actor: 'watcher', reason: 'returned' } as const
    if (!row || !stepOf(row, back) || (await payouts.mayBePaid(tx, row, payout))) return
    await ledger.post(tx, returnOf(row))
    await takeStep(tx, row, back)
  })
}
