import { type Network, wireIdOf } from '@banyan/domain'
import type { Logger } from 'pino'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow, inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import {
  decideFinding,
  type ExpectedPayment,
  type Found,
  nextLookMs,
  notChecked,
  type SeenTransaction,
  unavailable,
} from './decide.ts'
import {
  bind,
  boundElsewhere,
  type CheckRow,
  dueChecks,
  lockCheck,
  lockHash,
  saveFinding,
} from './store.ts'

/** A hash that a buyer has shown for a trade, and what the payment should be. */
export interface PaymentClaim {
  tradeId: string
  hash: string
  network: Network
  /** The address of the trade, as its chain writes it. */
  payTo: string
  /** Micro-USDT. */
  paymentAmount: bigint
  dealtAt: Date
  paymentDeadline: Date
  buyerId: string
  sellerId: string
}

/** A chain on which payments can be looked up. */
export interface PaymentChain {
  /** How bindings name it. */
  name: string
  /** The pinned token as its transfers name it, and token units in one micro-USDT. */
  token: string
  unitsPerMicro: bigint
  needed: number
  /** An address as transfers name it. @throws when it is none of this chain */
  recipientOf(address: string): string
  /** The transaction, or null when there is none. @throws when nobody can tell */
  transaction(hash: string): Promise<SeenTransaction | null>
}

export interface CheckWorld {
  database: Database
  logger: Logger
  chains: Readonly<Record<Network, PaymentChain | null>>
  /** The hashes that were shown for these trades. */
  paymentClaims(reader: Database | Tx, tradeIds: readonly string[]): Promise<PaymentClaim[]>
  /** The market hears that a payment is verified: a trade that timed out goes on, or is released. */
  hashVerified(tx: Tx, tradeId: string, hash: string): Promise<unknown>
}

/** otc.md: a wallet's clock and the chain's are not the house's. */
const EARLY_MS = 2 * 60_000
const AT_ONCE = 8

/** One turn: whatever is due is looked up, some at once. Answers how many there were. */
export async function checkDue(world: CheckWorld): Promise<number> {
  const due = await dueChecks(world.database, AT_ONCE)
  if (due.length === 0) return 0
  const claims = await world.paymentClaims(
    world.database,
    due.map(one => one.tradeId),
  )
  await Promise.all(
    due.map(async check => {
      const claim = claims.find(one => one.tradeId === check.tradeId && one.hash === check.hash)
      if (!claim) throw new Error(`trade ${check.tradeId} has not shown the hash that is checked`)
      await checkOne(world, check, claim)
    }),
  )
  return due.length
}

/** Asks the chain before any transaction begins; decides, binds and tells in one. */
async function checkOne(world: CheckWorld, due: CheckRow, claim: PaymentClaim): Promise<void> {
  const chain = world.chains[claim.network]
  const seen = chain && (await look(world, chain, claim))
  await inTransaction(world.database, async tx => {
    const check = await lockCheck(tx, due)
    if (!check) return
    const now = await houseNow(tx)
    const found = await settle(tx, chain, claim, seen)
    const ageMs = now.getTime() - check.since.getTime()
    const afterMs = nextLookMs(found.finding, check.tries, ageMs)
    const changed = await saveFinding(tx, check, found, { now, afterMs })
    if (found.finding === 'verified') await world.hashVerified(tx, claim.tradeId, claim.hash)
    if (changed)
      await announce(
        tx,
        [claim.buyerId, claim.sellerId].map(memberId => ({
          ...{ memberId, topic: 'evidence' as const, subject: wireIdOf('trd', claim.tradeId) },
        })),
      )
  })
}

/** What the chain says; 'unknown' when nobody can tell. */
async function look(
  { logger }: CheckWorld,
  chain: PaymentChain,
  { hash }: PaymentClaim,
): Promise<{ transaction: SeenTransaction | null } | 'unknown'> {
  try {
    return { transaction: await chain.transaction(hash) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'failed'
    logger.warn(
      { reason, chain: chain.name },
      'a payment could not be looked up; it is tried again',
    )
    return 'unknown'
  }
}

async function settle(
  tx: Tx,
  chain: PaymentChain | null,
  claim: PaymentClaim,
  seen: { transaction: SeenTransaction | null } | 'unknown' | null,
): Promise<Found> {
  if (chain === null || seen === null) return notChecked
  if (seen === 'unknown') return unavailable
  const { tradeId, hash } = claim
  const transfer = { chain: chain.name, hash, tradeId }
  await lockHash(tx, chain.name, hash)
  const used = await boundElsewhere(tx, transfer)
  const found = decideFinding(seen.transaction, expectedOf(chain, claim), ordinal =>
    used.has(ordinal),
  )
  if (found.finding === 'verified' && !(await bind(tx, transfer, found.ordinals)))
    throw new Error(`hash ${hash} was bound twice under its lock`)
  return found
}

const expectedOf = (chain: PaymentChain, claim: PaymentClaim): ExpectedPayment => ({
  token: chain.token,
  recipient: chain.recipientOf(claim.payTo),
  unitsPerMicro: chain.unitsPerMicro,
  paymentAmount: claim.paymentAmount,
  from: new Date(claim.dealtAt.getTime() - EARLY_MS),
  until: claim.paymentDeadline,
  needed: chain.needed,
})
