import type {
  CollectionAnswer,
  CollectionList,
  CollectionTransaction,
  collectionRequest,
} from '@banyan/payouts'
import type { z } from 'zod'
import type { BookedCollection } from '../book.ts'
import type { ChainReading, SignerContext } from '../context.ts'
import type { DepositKey } from '../deposit-key.ts'
import { refuse } from '../refusal.ts'
import { noteSent } from '../settle.ts'
import type { SignedTransaction } from '../transaction.ts'
import {
  type AddressFacts,
  excessOf,
  gasLeft,
  type HotFacts,
  nextStep,
  type Collecting as Settings,
} from './decide.ts'
import { type Collecting, signCollection } from './transaction.ts'

const PAGE = 100

/**
 * Takes the next step for each of these recharge addresses, and sends the excess of the hot wallet
 * above its cap to the cold address. To be called again until there is nothing left to do: each
 * step is decided by the chain and the journal alone, so calling twice signs nothing twice.
 */
export async function collect(
  context: SignerContext,
  { xpub, indexes }: z.output<typeof collectionRequest>,
): Promise<CollectionAnswer> {
  const settings = requireCollecting(context)
  const depositKey = context.depositKeys.find(one => one.xpub === xpub)
  if (!depositKey) return refuse('unknownDepositKey', 'the signer does not hold this deposit key')
  const items: CollectionAnswer['items'] = []
  for (const index of new Set(indexes))
    items.push({ index, outcome: await collectOne(context, { settings, depositKey, index }) })
  await sendExcess(context, settings)
  return { items }
}

/** The settings of collecting, and what it has signed from a place on. */
export async function collectionsFrom(
  context: SignerContext,
  after: number,
): Promise<CollectionList> {
  const settings = requireCollecting(context)
  const { book, key, depositKeys } = context
  await context.inTurn(context.fresh)
  await context.stored()
  const { cold, hotCap, least } = settings.collection
  return {
    settings: {
      xpubs: depositKeys.map(one => one.xpub),
      hot: key.address,
      cold,
      chainId: settings.chainId,
      hotCap: `${hotCap}`,
      least: `${least}`,
      gasLeft: `${gasLeft(context.now(), book, settings.collection)}`,
    },
    total: book.collections.length,
    items: book.collections
      .slice(after, after + PAGE)
      .map((one, place) => viewOf(one, after + place)),
  }
}

interface OneAddress {
  settings: Settings
  depositKey: DepositKey
  index: number
}

async function collectOne(context: SignerContext, { settings, depositKey, index }: OneAddress) {
  const address = depositKey.address(index)
  // Read outside of the queue, so that payouts need not wait for it.
  const seen = await context.inTurn(context.fresh)
  const facts = await factsOf(context, { address, at: seen.final.number })
  const { outcome, send } = await context.inTurn(async () => {
    const hot = hotFacts(context, await freshAndWorking(context))
    await requireOurs(context, facts)
    const step = nextStep(facts, hot, context.book, settings)
    if (step.outcome === 'gas') {
      const from = { from: hot.address, to: address, nonce: context.book.nextNonce }
      const gas = { purpose: 'gas', index, units: step.wei, ...from } as const
      return { outcome: step.outcome, send: await sign(context, gas, hot.gasPrice, seen) }
    }
    if (step.outcome === 'collect') {
      const { to, units } = step
      const nonce = facts.nonces.latest
      const one = { purpose: 'collect', index, from: address, to, units, nonce } as const
      return { outcome: step.outcome, send: await sign(context, one, hot.gasPrice, seen) }
    }
    return { outcome: step.outcome, send: null }
  })
  if (send !== null) await send()
  return outcome
}

async function sendExcess(context: SignerContext, settings: Settings): Promise<void> {
  const send = await context.inTurn(async () => {
    const seen = await freshAndWorking(context)
    const hot = hotFacts(context, seen)
    const units = excessOf(hot, context.book, settings)
    if (units === 0n) return null
    const way = { from: hot.address, to: settings.collection.cold, nonce: context.book.nextNonce }
    return sign(context, { purpose: 'excess', index: null, units, ...way }, hot.gasPrice, seen)
  })
  if (send !== null) await send()
}

async function factsOf(
  { chain }: SignerContext,
  { address, at }: { address: `0x${string}`; at: number },
): Promise<AddressFacts> {
  const [units, wei, latest, final] = await Promise.all([
    chain.units(at, address),
    chain.gas(address),
    chain.nonce('latest', address),
    chain.nonce(at, address),
  ])
  return { address, at, units, wei, nonces: { latest, final } }
}

const hotFacts = (
  { book, key, now }: SignerContext,
  { gas, gasPrice }: ChainReading,
): HotFacts => ({
  address: key.address,
  units: book.counted.units,
  gas,
  gasPrice,
  now: now(),
})

async function freshAndWorking(context: SignerContext): Promise<ChainReading> {
  const seen = await context.fresh()
  const { halted } = context.book
  return halted === null ? seen : refuse('halted', `${halted.reason}: ${halted.detail}`)
}

/**
 * A nonce of a recharge address that the journal does not explain: someone else has the deposit
 * key.
 */
async function requireOurs(
  context: SignerContext,
  { address, nonces }: AddressFacts,
): Promise<void> {
  const { book, halt } = context
  const used = book.usedBy(address)
  if (used === null || book.openOf(address).length > 0 || nonces.final <= used) return
  const detail = `recharge address ${address} has ${nonces.final} transactions and the journal explains ${used}`
  await halt('depositKeyUsed', detail)
  refuse('halted', `depositKeyUsed: ${detail}`)
}

/** Within the queue: signs and writes. The returned function waits for the disk and sends. */
async function sign(
  context: SignerContext,
  collecting: Collecting,
  gasPrice: bigint,
  { final }: ChainReading,
): Promise<() => Promise<void>> {
  const { purpose, index, from, to, units, nonce } = collecting
  const { book, log, now } = context
  const reached = (place: 'before-sign' | 'before-write' | 'after-write' | 'after-broadcast') =>
    context.reached(`${purpose}-${place}`)
  reached('before-sign')
  const signed: SignedTransaction = await signCollection(context, collecting, gasPrice)
  reached('before-write')
  const written = context.write({
    kind: 'collectionSigned',
    at: now().toISOString(),
    purpose,
    index,
    from,
    to,
    units: `${units}`,
    nonce,
    hash: signed.hash,
    raw: signed.raw,
    gasPrice: `${gasPrice}`,
    after: final.number,
  })
  noteSent(book.collectionOf(signed.hash))
  return async () => {
    await written
    reached('after-write')
    log.info({ purpose, index, to, units: `${units}`, nonce, hash: signed.hash }, 'signed')
    const { accepted, errors } = await context.chain.broadcast(signed.raw)
    if (accepted === 0) log.warn({ hash: signed.hash, errors }, 'no node took it; it is sent again')
    reached('after-broadcast')
  }
}

function requireCollecting({ config, depositKeys }: SignerContext): Settings {
  const { collection } = config
  if (collection === null || depositKeys.length === 0)
    return refuse('noCollection', 'config.json names no collection')
  return { ...config, collection }
}

function viewOf(collection: BookedCollection, place: number): CollectionTransaction {
  const { id, purpose, index, from, to, nonce, transactions, end, mined, signedAt } = collection
  const ended = end && (end.state === 'final' ? 'final' : 'failed')
  return {
    place,
    id,
    purpose,
    index,
    from,
    to,
    units: `${collection.units}`,
    nonce,
    transactions: transactions.map(({ hash }) => hash),
    state: ended ?? (mined ? 'mined' : 'signed'),
    block: end?.block ?? mined?.block ?? null,
    signedAt: signedAt.toISOString(),
  }
}
