import { type DuePayment, wireIdOf } from '@banyan/domain'
import type { Logger } from 'pino'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { ChainAnswer, PaymentChain, PaymentChains } from './chains.ts'
import {
  decideFinding,
  type ExpectedPayment,
  isNoPayment,
  type LookupResult,
  nextLookupMs,
  notChecked,
  unavailable,
} from './decide.ts'
import { type Fits, fitsOf, type TradesPaidBy } from './fits.ts'
import {
  beginChecks,
  bind,
  boundToOthers,
  type CheckRow,
  dueChecks,
  hashesWithoutPayment,
  lockCheck,
  lockChecksOf,
  lockHash,
  saveFinding,
} from './store.ts'

export interface CheckContext extends TradesPaidBy {
  database: Database
  logger: Logger
  chains: PaymentChains
  /** The expected payments of these trades. */
  duePayments(reader: Database | Tx, tradeIds: readonly string[]): Promise<DuePayment[]>
  /**
   * Notifies the market that a payment is verified: a trade that timed out goes on, or is released.
   */
  hashVerified(tx: Tx, tradeId: string, hash: string): Promise<unknown>
  /** Notifies the market that these hashes are no payment and the time to pay is over. */
  paymentUnproven(tx: Tx, tradeId: string, hashes: readonly string[]): Promise<unknown>
}

const AT_ONCE = 8

/** One run: looks up everything that is due, several at a time. Returns how many there were. */
export async function checkDue(context: CheckContext): Promise<number> {
  const due = await dueChecks(context.database, AT_ONCE)
  if (due.length === 0) return 0
  const payments = await context.duePayments(
    context.database,
    due.map(one => one.tradeId),
  )
  await Promise.all(
    due.map(async check => {
      const payment = payments.find(one => one.tradeId === check.tradeId)
      if (!payment)
        throw new Error(`a hash is checked for trade ${check.tradeId}, which does not exist`)
      await checkOne(context, check, payment)
    }),
  )
  return due.length
}

/** Asks the chain before any transaction begins; decides, binds and notifies in one transaction. */
async function checkOne(context: CheckContext, due: CheckRow, payment: DuePayment): Promise<void> {
  const chain = context.chains[payment.network]
  const answer = chain && (await ask(context, chain, due.hash))
  await inTransaction(context.database, async tx => {
    const check = await lockCheck(tx, due)
    if (!check) return
    await lockChecksOf(tx, check.tradeId)
    const now = await systemNow(tx)
    const result = chain ? await settle(tx, context, { chain, payment, check, answer }) : notChecked
    const { paymentDeadline: deadline } = payment
    const afterMs = nextLookupMs(result, {
      tries: check.tries,
      ageMs: now.getTime() - check.since.getTime(),
      leftMs: deadline.getTime() - now.getTime(),
    })
    const chainAt = answer?.chainAt ?? new Date(0)
    const noPayment = isNoPayment(result.finding, { chainAt, now, deadline })
    const changed = await saveFinding(tx, check, result, { now, afterMs, noPayment })
    if (result.finding === 'verified') await context.hashVerified(tx, check.tradeId, check.hash)
    if (noPayment) await notifyOfNoPayment(tx, context, payment)
    if (changed) await announceToParties(tx, payment)
  })
}

const announceToParties = (tx: Tx, { tradeId, buyerId, sellerId }: DuePayment): Promise<void> =>
  announce(
    tx,
    [buyerId, sellerId].map(memberId => ({
      memberId,
      topic: 'evidence' as const,
      subject: wireIdOf('trd', tradeId),
    })),
  )

/** Notifies the market when none of a trade's hashes is a payment. */
async function notifyOfNoPayment(
  tx: Tx,
  context: CheckContext,
  payment: DuePayment,
): Promise<void> {
  const { tradeId, paymentDeadline } = payment
  const hashes = await hashesWithoutPayment(tx, tradeId, paymentDeadline)
  if (hashes.length > 0) await context.paymentUnproven(tx, tradeId, hashes)
}

/** The chain's answer; null when no node answers. */
export async function ask(
  { logger }: Pick<CheckContext, 'logger'>,
  chain: PaymentChain,
  hash: string,
): Promise<ChainAnswer | null> {
  try {
    return await chain.transaction(hash)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'failed'
    logger.warn(
      { reason, chain: chain.name },
      'a payment could not be looked up; it is tried again',
    )
    return null
  }
}

interface Lookup {
  chain: PaymentChain
  payment: DuePayment
  check: CheckRow
  answer: ChainAnswer | null
}

/**
 * Decides the finding, binds the transfer that pays, and begins its check for the trade whose
 * payment it is.
 */
async function settle(
  tx: Tx,
  context: CheckContext,
  { chain, payment, check, answer }: Lookup,
): Promise<LookupResult> {
  if (answer === null) return unavailable
  const { tradeId, hash } = check
  const transfer = { chain: chain.name, hash, tradeId }
  await lockHash(tx, chain.name, hash)
  const used = await boundToOthers(tx, transfer)
  const fits = await fitsOf(context, tx, { network: payment.network, chain }, answer.seen)
  const others = othersOf(fits, tradeId)
  const result = decideFinding(answer.seen, expectedOf(chain, payment), {
    used: ordinal => used.has(ordinal),
    fitsAnother: ordinal => (others.get(ordinal)?.length ?? 0) > 0,
  })
  // It is also looked up for the trade whose payment it is, whichever party shows it first.
  await beginChecks(
    tx,
    [...others.values()].flat().map(id => ({ tradeId: id, hash })),
  )
  if (result.pays) {
    const { ordinal } = result.pays
    const { received: amount, blockAt } = result
    const payer = chain.addressOf(result.pays.from)
    if (!(await bind(tx, { ...transfer, ordinal, amount, payer, blockAt })))
      throw new Error(`hash ${hash} was bound twice under its lock`)
  }
  return { ...result, payer: result.payer && chain.addressOf(result.payer) }
}

/** For each transfer, the other trades that it pays. */
const othersOf = (fits: Fits, tradeId: string): Fits =>
  new Map([...fits].map(([ordinal, trades]) => [ordinal, trades.filter(id => id !== tradeId)]))

const SECOND_MS = 1_000

const expectedOf = (chain: PaymentChain, payment: DuePayment): ExpectedPayment => ({
  token: chain.token,
  recipient: chain.accountOf(payment.payTo),
  payer: payment.payFrom === null ? null : chain.accountOf(payment.payFrom),
  unitsPerMicro: chain.unitsPerMicro,
  paymentAmount: payment.paymentAmount,
  // A chain writes times in whole seconds.
  from: new Date(Math.floor(payment.dealtAt.getTime() / SECOND_MS) * SECOND_MS),
  until: payment.paymentDeadline,
  needed: chain.needed,
})
