import type { collectionOutcomes } from '@banyan/payouts'
import type { Address } from 'viem'
import type { Book, BookedCollection } from '../book.ts'
import type { CollectionConfig, Config } from '../config.ts'
import { PLAIN_GAS } from './transaction.ts'

const DAY_MS = 86_400_000
/** More at a time would make following them slow. */
const MOST_OPEN = 100

type Outcome = (typeof collectionOutcomes)[number]

/** The hot wallet on the chain, and the price of gas. */
export interface HotFacts {
  address: Address
  /** Token units at the final block, and wei. */
  units: bigint
  gas: bigint
  gasPrice: bigint
  now: Date
}

/** A recharge address on the chain. */
export interface AddressFacts {
  address: Address
  /** The final block that they were read at. */
  at: number
  /** Token units at the final block, which can no longer be taken back. */
  units: bigint
  wei: bigint
  /** Its transactions in blocks, and in final ones. */
  nonces: { latest: number; final: number }
}

/** The next transaction to sign for a recharge address, or why there is none. */
export type Step =
  | { outcome: 'gas'; wei: bigint }
  | { outcome: 'collect'; to: Address; units: bigint }
  | { outcome: Exclude<Outcome, 'gas' | 'collect'> }

/** The configuration of a signer that collects. */
export type Collecting = Config & { collection: CollectionConfig }

/**
 * The next step for a recharge address. Neither the amount nor the destination can be chosen from
 * outside.
 */
export function nextStep(facts: AddressFacts, hot: HotFacts, book: Book, config: Collecting): Step {
  const { address, at, units, wei, nonces } = facts
  const { collection, fees } = config
  // Read before the last transaction ended: they may still show its nonce as unused.
  if (at < book.endedAt(address) || nonces.latest !== nonces.final) return { outcome: 'underWay' }
  const open = book.openOf(address)
  if (open.length > 0) return moreGas(open, facts, hot, book, config)
  if (units < collection.least) return { outcome: 'tooLittle' }
  if (book.openCollections.size >= MOST_OPEN) return { outcome: 'full' }
  if (wei >= fees.gasLimit * hot.gasPrice)
    return { outcome: 'collect', ...destinationOf(units, hot, book, collection) }
  return gasStep(wei, { ...hot, price: hot.gasPrice }, book, config)
}

/**
 * Gas for a signed collection that its address cannot pay: the price of gas has risen since the
 * address was given some.
 */
function moreGas(
  [first, ...more]: BookedCollection[],
  { wei, nonces }: AddressFacts,
  hot: HotFacts,
  book: Book,
  config: Collecting,
): Step {
  const isWaiting =
    first?.purpose === 'collect' && more.length === 0 && first.nonce === nonces.latest
  const signed = first?.transactions.at(-1)?.gasPrice ?? 0n
  const price = signed > hot.gasPrice ? signed : hot.gasPrice
  if (!isWaiting || wei >= config.fees.gasLimit * price) return { outcome: 'underWay' }
  return gasStep(wei, { ...hot, price }, book, config)
}

/** Enough for twice the price, so that the fee can be raised, within the highest price. */
function gasStep(
  wei: bigint,
  { price: now, ...hot }: HotFacts & { price: bigint },
  book: Book,
  config: Collecting,
): Step {
  const { collection, fees } = config
  const price = 2n * now < fees.most ? 2n * now : fees.most
  const missing = fees.gasLimit * price - wei
  if (missing > gasLeft(hot.now, book, collection)) return { outcome: 'gasLimit' }
  const spent = missing + PLAIN_GAS * hot.gasPrice + reservedGas(book, config)
  return spent + collection.gasKept > hot.gas
    ? { outcome: 'gasShort' }
    : { outcome: 'gas', wei: missing }
}

/** Wei that may still be given as gas in this rolling day. */
export function gasLeft(now: Date, book: Book, { gasADay }: CollectionConfig): bigint {
  const left = gasADay - book.gasSince(new Date(now.getTime() - DAY_MS))
  return left > 0n ? left : 0n
}

/** To the hot wallet as far as its cap allows a transfer, to the cold address beyond. */
function destinationOf(
  units: bigint,
  hot: HotFacts,
  book: Book,
  { cold, hotCap, least }: CollectionConfig,
): { to: Address; units: bigint } {
  const coming = [...book.openCollections.values()]
    .filter(one => one.to === hot.address)
    .reduce((sum, one) => sum + one.units, 0n)
  const below = hotCap - hot.units - coming
  if (below < least) return { to: cold, units }
  return { to: hot.address, units: units < below ? units : below }
}

/**
 * The balance of the hot wallet above its cap and its obligations, once that is worth a transfer;
 * otherwise 0.
 */
export function excessOf(hot: HotFacts, book: Book, config: Collecting): bigint {
  const { collection, unitsPerMicro, fees } = config
  if ([...book.openCollections.values()].some(one => one.purpose === 'excess')) return 0n
  const owed = [...book.open.values()].reduce((sum, one) => sum + BigInt(one.order.amount), 0n)
  const excess = hot.units - owed * unitsPerMicro - collection.hotCap
  if (excess < collection.least) return 0n
  const fee = fees.gasLimit * hot.gasPrice
  return fee + reservedGas(book, config) + collection.gasKept > hot.gas ? 0n : excess
}

/**
 * Wei that transactions of the hot wallet may still take: everything that is signed and in no
 * block.
 */
export function reservedGas(book: Book, { fees }: Config): bigint {
  const payouts = [...book.open.values()]
    .filter(one => one.mined === null)
    .reduce((sum, one) => sum + (one.transactions.at(-1)?.gasPrice ?? 0n) * fees.gasLimit, 0n)
  return [...book.openCollections.values()]
    .filter(one => one.mined === null && one.purpose !== 'collect')
    .reduce((sum, { purpose, units, transactions }) => {
      const price = transactions.at(-1)?.gasPrice ?? 0n
      return (
        sum +
        price * (purpose === 'gas' ? PLAIN_GAS : fees.gasLimit) +
        (purpose === 'gas' ? units : 0n)
      )
    }, payouts)
}

/** Token units that are signed to leave the hot wallet for the cold address. */
export const leavingForCold = (book: Book): bigint =>
  [...book.openCollections.values()]
    .filter(one => one.purpose === 'excess')
    .reduce((sum, one) => sum + one.units, 0n)
