import { uuidOf } from '@banyan/domain'
import { mostStates, type SignedPage } from '@banyan/payouts'
import type { Logger } from 'pino'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { Refused } from '../platform/refused.ts'
import { isOurSigner, orderOf, type PayoutChain } from './orders.ts'
import { withdrawalId } from './present.ts'
import { AnotherPayouts, bookAgain, isWaiting } from './rebook.ts'
import * as store from './restore-store.ts'
import { type Signer, SignerAway, SignerRefused } from './signer.ts'
import { findStatus } from './status-store.ts'
import { lockWithdrawal, type WithdrawalRow } from './store.ts'
import type { VoidContext } from './voids.ts'

/** What asking the signer after a restore needs. */
export interface SignerSearchContext {
  database: Database
  logger: Logger
  ledger: Ledger
  /** Null where no signer is set. */
  signer: Signer | null
  chain: PayoutChain
  recordAct: VoidContext['recordAct']
  enterBalances: (tx: Tx) => Promise<void>
  /** The reported transactions. Each is checked in every run, and logged once. */
  reported: Set<string>
}

type Signed = SignedPage['items'][number]

/** More than a signer can have under way: its caps allow far less. */
const MOST_PAGES = 1_000

/**
 * Books what the signer had signed before a restore and what was in no final block up to the block
 * that was read. Its journal was not restored with the database, so it knows what the books have
 * lost. Returns whether everything that it named is known here. Its report moves no money out: a
 * hold goes into the account of payouts, as for an order that was handed over, and only a final
 * transfer on the chain books it as paid.
 */
export async function rebookSigned(
  context: SignerSearchContext,
  restore: store.Restore,
  finalBlock: number,
): Promise<boolean> {
  const { database, signer, chain, logger } = context
  // A platform that never had a signer has signed nothing. One that had a signer must ask it.
  if (signer === null) return (await findStatus(database)) === null
  try {
    const status = await signer.status()
    // A signer that has halted may have lost a part of its journal as well: it must be reconciled
    // first.
    if (status.halted !== null || !isOurSigner(status, chain)) return false
    return await takeAll({ ...context, signer }, restore, finalBlock)
  } catch (error) {
    if (!(error instanceof SignerAway || error instanceof SignerRefused)) throw error
    logger.warn({ reason: error.message }, 'the signer did not say what it signed before')
    return false
  }
}

type Asking = SignerSearchContext & { signer: Signer }

async function takeAll(
  context: Asking,
  restore: store.Restore,
  finalBlock: number,
): Promise<boolean> {
  let isWhole = true
  let after: number | null = 0
  for (let pages = 0; after !== null; pages++) {
    const { firstNonce, items, next }: SignedPage = await context.signer.signed(finalBlock, after)
    if (pages === 0 && (await isBehind(context, restore, firstNonce))) return false
    if (pages >= MOST_PAGES || (next !== null && next <= after))
      throw new SignerAway('the pages of the signer do not end')
    for (const one of items) if (!(await takeOne(context, restore, one))) isWhole = false
    after = next
  }
  return isWhole
}

/**
 * True when its journal lacks payouts that the books show as paid: then it was restored too, or is
 * another one, and cannot know what was signed since. A journal that began later is only checked
 * for its own part.
 */
async function isBehind(
  { database, signer, chain, logger, reported }: Asking,
  { number }: store.Restore,
  firstNonce: number,
): Promise<boolean> {
  const { chainId, addresses } = chain
  const of = { chainId, hotAddress: addresses.hot, firstNonce, limit: mostStates }
  const wanted = (await store.paidFrom(database, of)).map(withdrawalId)
  const known = new Set((await signer.payouts(wanted)).map(one => one.withdrawalId))
  const lacking = wanted.filter(one => !known.has(one))
  const isBehind = lacking.length > 0
  await inTransaction(database, tx => store.writeSignerBehind(tx, { number, isBehind }))
  if (isBehind && !reported.has('behind'))
    logger.error({ lacking: lacking.slice(0, 10) }, 'the signer does not know payouts of the books')
  if (isBehind) reported.add('behind')
  else reported.delete('behind')
  return isBehind
}

/** Books one withdrawal that waits here. Returns false where the books do not match the signer. */
async function takeOne(context: Asking, restore: store.Restore, signed: Signed): Promise<boolean> {
  const { database, logger } = context
  try {
    return await inTransaction(database, async tx => {
      await context.enterBalances(tx)
      return takeLocked(context, tx, restore, signed)
    })
  } catch (error) {
    if (error instanceof Refused && error.refusal === 'lossBeingShared') return false
    if (!(error instanceof AnotherPayouts)) throw error
    const { withdrawalId: withdrawal } = signed.order
    logger.error({ withdrawal, reason: error.message }, 'the signer names what is another payout’s')
    return false
  }
}

async function takeLocked(
  context: Asking,
  tx: Tx,
  { number: cluster, since }: store.Restore,
  signed: Signed,
): Promise<boolean> {
  const { chain, logger, reported } = context
  const { order, nonce, transactions, state, signedAt } = signed
  const row = await lockWithdrawal(tx, uuidOf(order.withdrawalId))
  const isSame = row !== undefined && isOrderOf(row, order, chain)
  if (isSame && isOnTheWay(row)) return true
  if (!isSame || !isWaiting(row, 'signer') || row.requestedAt >= since) {
    const named = { withdrawal: order.withdrawalId, state: row?.state ?? null, transactions }
    if (!reported.has(order.withdrawalId))
      logger.error(named, 'the signer has signed what it cannot be booked for')
    reported.add(order.withdrawalId)
    // Once it is in a final block, it is a stray transfer; once its nonce is used up, it is
    // nothing.
    return false
  }
  const [first, ...replaced] = transactions
  if (first === undefined) throw new Error(`the signer names no transaction of ${row.id}`)
  await bookAgain(context, tx, row, {
    foundBy: 'signer',
    cluster,
    chainId: chain.chainId,
    hotAddress: chain.addresses.hot,
    handedAt: row.requestedAt,
    nonce,
    signedAt: new Date(signedAt),
    hashes: [first, ...replaced],
  })
  const withdrawal = order.withdrawalId
  logger.warn({ withdrawal, transactions, state }, 'signed before the restore')
  return true
}

/** True when this is exactly the order that the signer signed. */
function isOrderOf(row: WithdrawalRow, signed: Signed['order'], chain: PayoutChain): boolean {
  const { chainId, token, address, amount } = orderOf(row, chain)
  return (
    signed.chainId === chainId &&
    signed.token === token &&
    signed.address === address &&
    signed.amount === amount
  )
}

/** Handed over here, so that the driver asks about it, or paid already. */
const isOnTheWay = ({ state }: WithdrawalRow): boolean =>
  state === 'handed' || state === 'signed' || state === 'sent' || state === 'paid'
