import { existsSync } from 'node:fs'
import {
  type Approval,
  type addressNoted,
  type CollectionAnswer,
  type CollectionList,
  type collectionRequest,
  mostSigned,
  type Payout,
  type PayoutOrder,
  type payoutRequest,
  type SignedPage,
  type SignerStatus,
  type signedRequest,
  type voided,
} from '@banyan/payouts'
import type { z } from 'zod'
import { requireApprovals } from './approvals.ts'
import { Book, type BookedPayout } from './book.ts'
import type { Chain } from './chain.ts'
import { readChain } from './chain-reading.ts'
import { collect, collectionsFrom } from './collection/collect.ts'
import { type Config, filesOf, orderFields } from './config.ts'
import type { ChainReading, SignerContext } from './context.ts'
import { crashingAt } from './crash-points.ts'
import { leftUnderCaps, requirePayable, requirePayableAddress, requirePlace } from './decide.ts'
import type { DepositKey } from './deposit-key.ts'
import { openJournal } from './journal.ts'
import type { KeyStore } from './key-store.ts'
import type { Log } from './log.ts'
import { CannotWork, refuse } from './refusal.ts'
import { followOpen, noteSent } from './settle.ts'
import { signPayment } from './transaction.ts'

export interface Signer {
  context: SignerContext
  status(): Promise<SignerStatus>
  /** Notes when the signer first learned of an address. */
  note(address: string): Promise<z.output<typeof addressNoted>>
  /** Signs and sends an order, once for ever; the same order again returns its status. */
  pay(request: z.output<typeof payoutRequest>): Promise<Payout>
  payout(withdrawalId: string): Payout
  /** The status of those of some payouts that were signed. */
  known(withdrawalIds: readonly string[]): Payout[]
  /** A page of what had not ended up to a block: open, or ended in a later one. */
  signed(request: z.output<typeof signedRequest>): Promise<SignedPage>
  /**
   * Never signs anything for a withdrawal from now on. Throws `alreadySigned` where something was
   * signed.
   */
  void(withdrawalId: string): Promise<z.output<typeof voided>>
  /** Takes the next step of collecting for recharge addresses of one of its deposit keys. */
  collect(request: z.output<typeof collectionRequest>): Promise<CollectionAnswer>
  collections(after: number): Promise<CollectionList>
  /** Reads the chain now and follows what is under way. */
  poll(): Promise<ChainReading>
  close(): Promise<void>
}

interface OpenSigner {
  config: Config
  key: KeyStore
  depositKeys: readonly DepositKey[]
  chain: Chain
  log: Log
  /** Called when the disk refuses the journal. */
  failed: (error: unknown) => void
}

/** An older reading tells too little about now. */
const freshMs = 10_000
/** A newest block that is this old belongs to another chain, or the node lags: ask again. */
const staleHeadMs = 60_000

/**
 * Opens the signer over its folder, and creates a journal where there is none: its first record is
 * what the key had done and its balance at that time, read from the chain.
 */
export async function openSigner({ failed, ...given }: OpenSigner): Promise<Signer> {
  const { config, key, chain, log } = given
  const reached = crashingAt(config.crashAt)
  const files = filesOf(config.folder)
  const journal = await openJournal({ file: files.journal, failed, reached })
  const book = new Book(journal.records)
  let lastReading: (ChainReading & { at: number }) | undefined
  let last: Promise<unknown> = Promise.resolve()

  const context: SignerContext = {
    ...given,
    book,
    reached,
    write: record => {
      book.apply(record)
      return journal.append(record)
    },
    stored: journal.stored,
    halt: async (reason, detail) => {
      if (book.halted !== null) return
      log.error({ reason, detail }, 'halted: nothing is signed until a person has looked')
      await context.write({ kind: 'halted', at: context.now().toISOString(), reason, detail })
    },
    now: () => lastReading?.now() ?? new Date(),
    fresh: freshReading,
    inTurn: act => {
      const result = last.then(act)
      last = result.catch(() => {})
      return result
    },
  }
  if (book.opened === null) await begin(context)
  requireSameKey(book, config, key)

  async function readAndFollow(): Promise<ChainReading> {
    const seen = await readChain(context, lastReading)
    lastReading = { ...seen, at: performance.now() }
    await checkMark(context)
    await followOpen(context, seen)
    return seen
  }

  /** The reading of the chain of the last seconds. */
  async function freshReading(): Promise<ChainReading> {
    if (lastReading !== undefined && performance.now() - lastReading.at < freshMs)
      return lastReading
    return readAndFollow()
  }

  /** Within the queue: decides, signs and writes. Returns the payout and what must be sent. */
  async function sign(order: PayoutOrder, approvals: Approval[], approvedBy: 'two' | 'automatic') {
    const known = book.payouts.get(order.withdrawalId)
    if (known) return { payout: requireSameOrder(known, order), send: null }
    requireNotVoided(book, order.withdrawalId)
    const seen = await freshReading()
    const { halted } = book
    if (halted !== null) refuse('halted', `${halted.reason}: ${halted.detail}`)
    requireRecentHead(seen, config)
    const now = context.now()
    const facts = {
      now,
      approvedBy,
      units: book.counted.units,
      gas: seen.gas,
      gasPrice: seen.gasPrice,
    }
    requirePayable(order, facts, book, config)
    reached('before-sign')
    const { nextNonce: nonce } = book
    const signed = await signPayment(
      {
        order,
        nonce,
        gasPrice: seen.gasPrice,
        gasLimit: config.fees.gasLimit,
        unitsPerMicro: config.unitsPerMicro,
      },
      key,
    )
    reached('before-write')
    const written = context.write({
      kind: 'signed',
      at: now.toISOString(),
      order,
      approvals,
      nonce,
      hash: signed.hash,
      raw: signed.raw,
      gasPrice: `${signed.gasPrice}`,
      after: seen.final.number,
    })
    const payout = book.payoutOf(order.withdrawalId)
    noteSent(payout)
    return { payout, send: { ...signed, written } }
  }

  return {
    context,
    poll: () => context.inTurn(readAndFollow),
    status: async () => {
      const seen = await context.inTurn(freshReading)
      const left = leftUnderCaps(context.now(), book, { caps: config.caps, automaticOnly: false })
      return {
        halted: book.halted?.reason ?? null,
        address: key.address,
        chainId: config.chainId,
        usdt: `${seen.units / config.unitsPerMicro}`,
        gas: `${seen.gas}`,
        leftThisHour: `${left.hour}`,
        leftToday: `${left.day}`,
        open: book.open.size,
        automatic: leftToRuleCheck(context.now(), book, config),
      }
    },
    note: address =>
      context.inTurn(async () => {
        requirePayableAddress(address, ownAnd(config, key))
        await freshReading()
        await noteAddress(context, address)
        return { address, firstSeenAt: (book.firstSeen(address) ?? context.now()).toISOString() }
      }),
    pay: async ({ order, approvals }) => {
      const known = book.payouts.get(order.withdrawalId)
      if (known) {
        await journal.stored()
        return viewOf(requireSameOrder(known, order))
      }
      requirePlace(order, { ...config, forbidden: ownAnd(config, key) })
      const approvedBy = await requireApprovals(order, approvals, config.approvers)
      const { payout, send } = await context.inTurn(async () => {
        // An order that two people approved also announces its address; then it cools.
        if (book.firstSeen(order.address) === null && book.halted === null) {
          await freshReading()
          await noteAddress(context, order.address)
        }
        return sign(order, approvals, approvedBy)
      })
      if (send === null) {
        await journal.stored()
        return viewOf(payout)
      }
      await send.written
      reached('after-write')
      log.info({ ...order, nonce: payout.nonce, hash: send.hash, approvedBy }, 'signed')
      reached('before-broadcast')
      const { accepted, errors } = await chain.broadcast(send.raw)
      if (accepted === 0) log.warn({ hash: send.hash, errors }, 'no node took it; it is sent again')
      reached('after-broadcast')
      return viewOf(payout)
    },
    payout: withdrawalId => {
      const payout = book.payouts.get(withdrawalId)
      return payout ? viewOf(payout) : refuse('notFound', 'no payout of this withdrawal was signed')
    },
    known: withdrawalIds =>
      withdrawalIds.flatMap(id => {
        const payout = book.payouts.get(id)
        return payout ? [viewOf(payout)] : []
      }),
    signed: async request => {
      const page = signedBeyond(book, request)
      await journal.stored()
      return page
    },
    void: withdrawalId => context.inTurn(() => voidForEver(context, freshReading, withdrawalId)),
    collect: request => collect(context, request),
    collections: after => collectionsFrom(context, after),
    close: () => journal.close(),
  }
}

/** What the rule check alone may have signed now; null where nobody has that role. */
function leftToRuleCheck(now: Date, book: Book, config: Config): SignerStatus['automatic'] {
  if (!config.approvers.some(one => one.role === 'automatic')) return null
  const { automaticCaps: caps } = config
  const left = leftUnderCaps(now, book, { caps, automaticOnly: true })
  return { payout: `${caps.payout}`, leftThisHour: `${left.hour}`, leftToday: `${left.day}` }
}

/** Never paid: what the configuration forbids, and the hot wallet itself. */
const ownAnd = ({ forbidden }: Config, key: KeyStore): ReadonlySet<string> =>
  new Set([...forbidden, key.address])

async function noteAddress(context: SignerContext, address: string): Promise<void> {
  if (context.book.firstSeen(address) !== null) return
  await context.write({ kind: 'address', at: context.now().toISOString(), address })
}

/** The first record of a journal: from here on everything the key does is in it. */
async function begin({ config, key, chain, write, log }: SignerContext): Promise<void> {
  const ids = await chain.chainIds()
  const other = ids.find(id => id !== config.chainId)
  if (other !== undefined)
    throw new CannotWork(`The nodes are of chain ${other}, and chainId is ${config.chainId}.`)
  const { final } = await chain.heads()
  const [nonce, units, latest] = await Promise.all([
    chain.nonce(final.number),
    chain.units(final.number),
    chain.nonce('latest'),
  ])
  if (latest !== nonce)
    throw new CannotWork(
      'The hot wallet has transactions that are not final yet: start again in a minute.',
    )
  await write({
    kind: 'opened',
    at: final.time.toISOString(),
    ...orderFields(config),
    address: key.address,
    nonce,
    block: final.number,
    units: `${units}`,
  })
  log.info({ address: key.address, nonce, block: final.number }, 'a new journal')
}

/** A journal of another key or chain does not belong to this one. */
function requireSameKey({ opened }: Book, config: Config, key: KeyStore): void {
  const { token, chainId } = orderFields(config)
  if (opened === null) throw new Error('the journal has no beginning')
  if (opened.address === key.address && opened.token === token && opened.chainId === chainId) return
  throw new CannotWork(
    `The journal is of ${opened.address} on chain ${opened.chainId}, not of this key, token or chain: give the signer another folder (docs/signer.md).`,
  )
}

/** A restore of the data folder leaves a mark that only `reconcile` removes. */
async function checkMark({ config, halt }: SignerContext): Promise<void> {
  if (existsSync(filesOf(config.folder).notReconciled))
    await halt('notReconciled', 'the data was restored from a backup')
}

function requireRecentHead({ latest }: ChainReading, { isTestChain }: Config): void {
  if (isTestChain) return
  const apart = Math.abs(Date.now() - latest.time.getTime())
  if (apart > staleHeadMs)
    refuse('chainAway', `the newest block is ${Math.round(apart / 1_000)} s away from now`)
}

function requireNotVoided(book: Book, withdrawalId: string): void {
  const since = book.voided.get(withdrawalId)
  if (since) refuse('voided', `nothing is signed for it since ${since.toISOString()}`)
}

/**
 * Within the queue, so that nothing is signed meanwhile. A signer that has halted voids nothing:
 * its journal may have lost a payout that is on the chain.
 */
async function voidForEver(
  { book, write, stored, now, reached, log }: SignerContext,
  freshReading: () => Promise<ChainReading>,
  withdrawalId: string,
): Promise<z.output<typeof voided>> {
  if (book.payouts.has(withdrawalId))
    refuse('alreadySigned', 'a payout of this withdrawal was signed')
  const before = book.voided.get(withdrawalId)
  if (before) {
    await stored()
    return { withdrawalId, voidedAt: before.toISOString() }
  }
  await freshReading()
  const { halted } = book
  if (halted !== null) refuse('halted', `${halted.reason}: ${halted.detail}`)
  const voidedAt = now().toISOString()
  reached('before-void-write')
  await write({ kind: 'voided', at: voidedAt, withdrawalId })
  reached('after-void-write')
  log.info({ withdrawalId }, 'voided: nothing is ever signed for it')
  return { withdrawalId, voidedAt }
}

/** One id, one order, for ever. */
function requireSameOrder(known: BookedPayout, order: PayoutOrder): BookedPayout {
  const { address, amount, chainId, token } = known.order
  const isSame =
    address === order.address &&
    amount === order.amount &&
    chainId === order.chainId &&
    token === order.token
  return isSame ? known : refuse('otherOrder', 'another order was signed under this id')
}

/**
 * Places are those of the journal, which only grows, so that a page stays the same however far its
 * payouts get.
 */
function signedBeyond(
  { opened, payouts }: Book,
  { beyond, after }: z.output<typeof signedRequest>,
): SignedPage {
  const all = [...payouts.values()]
  const items: SignedPage['items'] = []
  let place = after
  for (; place < all.length && items.length < mostSigned; place++) {
    const payout = all[place]
    if (!payout || (payout.end !== null && payout.end.block <= beyond)) continue
    const { withdrawalId: _, ...view } = viewOf(payout)
    items.push({ order: payout.order, ...view })
  }
  return { firstNonce: opened?.nonce ?? 0, items, next: place < all.length ? place : null }
}

/** A payout in the form of the protocol. */
function viewOf({ order, nonce, transactions, end, mined, signedAt }: BookedPayout): Payout {
  const ended = end && end.hash !== null ? { transaction: end.hash, block: end.block } : null
  return {
    withdrawalId: order.withdrawalId,
    nonce,
    signedAt: signedAt.toISOString(),
    state: end?.state ?? (mined ? 'mined' : 'signed'),
    transactions: transactions.map(one => one.hash),
    mined: ended ?? mined,
  }
}
