import type {
  CollectionAnswer,
  CollectionList,
  CollectionTransaction,
  collectionRequest,
} from '@banyan/payouts'
import type { z } from 'zod'
import type { BookedCollection } from '../book.ts'
import type { DepositKey } from '../deposit-key.ts'
import type { Look } from '../look.ts'
import { refuse } from '../refusal.ts'
import { noteSent } from '../settle.ts'
import type { SignerWorld } from '../signer.ts'
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
 * Takes the next step for each of these recharge addresses, and sends what the hot wallet holds above
 * its cap to the cold address. To be asked for again until there is nothing left to do: each step is
 * decided by the chain and the journal alone, so asking twice signs nothing twice.
 */
export async function collect(
  world: SignerWorld,
  { xpub, indexes }: z.output<typeof collectionRequest>,
): Promise<CollectionAnswer> {
  const settings = requireCollecting(world)
  const depositKey = world.depositKeys.find(one => one.xpub === xpub)
  if (!depositKey) return refuse('unknownDepositKey', 'the signer does not hold this deposit key')
  const items: CollectionAnswer['items'] = []
  for (const index of new Set(indexes))
    items.push({ index, outcome: await collectOne(world, { settings, depositKey, index }) })
  await sendExcess(world, settings)
  return { items }
}

/** What the signer collects by, and what it has signed from a place on. */
export async function collectionsFrom(world: SignerWorld, after: number): Promise<CollectionList> {
  const settings = requireCollecting(world)
  const { book, key, depositKeys } = world
  await world.inTurn(world.fresh)
  await world.stored()
  const { cold, hotCap, least } = settings.collection
  return {
    settings: {
      xpubs: depositKeys.map(one => one.xpub),
      hot: key.address,
      cold,
      chainId: settings.chainId,
      hotCap: `${hotCap}`,
      least: `${least}`,
      gasLeft: `${gasLeft(world.now(), book, settings.collection)}`,
    },
    total: book.collections.length,
    items: book.collections
      .slice(after, after + PAGE)
      .map((one, place) => viewOf(one, after + place)),
  }
}

interface One {
  settings: Settings
  depositKey: DepositKey
  index: number
}

async function collectOne(world: SignerWorld, { settings, depositKey, index }: One) {
  const address = depositKey.address(index)
  // Asked outside of the turn, so that payouts need not wait for it.
  const seen = await world.inTurn(world.fresh)
  const facts = await factsOf(world, { address, at: seen.final.number })
  const { outcome, send } = await world.inTurn(async () => {
    const hot = hotFacts(world, await freshAndWorking(world))
    await requireOurs(world, facts)
    const step = nextStep(facts, hot, world.book, settings)
    if (step.outcome === 'gas') {
      const from = { from: hot.address, to: address, nonce: world.book.nextNonce }
      const gas = { purpose: 'gas', index, units: step.wei, ...from } as const
      return { outcome: step.outcome, send: await sign(world, gas, hot.gasPrice, seen) }
    }
    if (step.outcome === 'collect') {
      const { to, units } = step
      const nonce = facts.nonces.latest
      const one = { purpose: 'collect', index, from: address, to, units, nonce } as const
      return { outcome: step.outcome, send: await sign(world, one, hot.gasPrice, seen) }
    }
    return { outcome: step.outcome, send: null }
  })
  if (send !== null) await send()
  return outcome
}

async function sendExcess(world: SignerWorld, settings: Settings): Promise<void> {
  const send = await world.inTurn(async () => {
    const seen = await freshAndWorking(world)
    const hot = hotFacts(world, seen)
    const units = excessOf(hot, world.book, settings)
    if (units === 0n) return null
    const way = { from: hot.address, to: settings.collection.cold, nonce: world.book.nextNonce }
    return sign(world, { purpose: 'excess', index: null, units, ...way }, hot.gasPrice, seen)
  })
  if (send !== null) await send()
}

async function factsOf(
  { chain }: SignerWorld,
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

const hotFacts = ({ book, key, now }: SignerWorld, { gas, gasPrice }: Look): HotFacts => ({
  address: key.address,
  units: book.counted.units,
  gas,
  gasPrice,
  now: now(),
})

async function freshAndWorking(world: SignerWorld): Promise<Look> {
  const seen = await world.fresh()
  const { halted } = world.book
  return halted === null ? seen : refuse('halted', `${halted.reason}: ${halted.detail}`)
}

/** A nonce of a recharge address that the journal does not explain: somebody else has the deposit key. */
async function requireOurs(world: SignerWorld, { address, nonces }: AddressFacts): Promise<void> {
  const { book, halt } = world
  const used = book.usedBy(address)
  if (used === null || book.openOf(address).length > 0 || nonces.final <= used) return
  const detail = `recharge address ${address} has ${nonces.final} transactions and the journal explains ${used}`
  await halt('depositKeyUsed', detail)
  refuse('halted', `depositKeyUsed: ${detail}`)
}

/** Within its turn: signs and writes. What it answers waits for the disk and sends. */
async function sign(
  world: SignerWorld,
  one: Collecting,
  gasPrice: bigint,
  { final }: Look,
): Promise<() => Promise<void>> {
  const { purpose, index, from, to, units, nonce } = one
  const { book, log, now } = world
  const reached = (place: 'before-sign' | 'before-write' | 'after-write' | 'after-broadcast') =>
    world.reached(`${purpose}-${place}`)
  reached('before-sign')
  const signed: SignedTransaction = await signCollection(world, one, gasPrice)
  reached('before-write')
  const written = world.write({
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
    const { accepted, said } = await world.chain.broadcast(signed.raw)
    if (accepted === 0) log.warn({ hash: signed.hash, said }, 'no node took it; it is sent again')
    reached('after-broadcast')
  }
}

function requireCollecting({ config, depositKeys }: SignerWorld): Settings {
  const { collection } = config
  if (collection === null || depositKeys.length === 0)
    return refuse('noCollection', 'config.json names no collection')
  return { ...config, collection }
}

function viewOf(one: BookedCollection, place: number): CollectionTransaction {
  const { id, purpose, index, from, to, nonce, transactions, end, mined, signedAt } = one
  const ended = end && (end.state === 'final' ? 'final' : 'failed')
  return {
    place,
    id,
    purpose,
    index,
    from,
    to,
    units: `${one.units}`,
    nonce,
    transactions: transactions.map(({ hash }) => hash),
    state: ended ?? (mined ? 'mined' : 'signed'),
    block: end?.block ?? mined?.block ?? null,
    signedAt: signedAt.toISOString(),
  }
}
