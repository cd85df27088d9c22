import {
  formatAmount,
  highestFee,
  insideBand,
  type Network,
  type OrderQuantities,
  priceBand,
  quoteTake,
  type TradeAmounts,
  takeIsAllowed,
} from '@banyan/domain'
import { costOf } from '@banyan/economy'
import { refuse } from '../platform/refused.ts'
import { otcTerms } from './terms.ts'

/** What a member asks to publish, in micro-units. */
export interface PublishRequest {
  quantity: bigint
  price: bigint
  minQuantity: bigint
  maxQuantity: bigint
  concessionBps: number
  networks: readonly Network[]
}

/** The facts that a publication is decided by. */
export interface PublishFacts {
  guidePrice: bigint
  openOrders: number
  tradingLimit: bigint
  addresses: { bsc: string | null; tron: string | null }
}

/**
 * May this order be published? Refuses with the first reason; answers what goes into escrow:
 * the quantity and the highest fee that the order can cost (otc.md "Publish sell").
 */
export function decidePublish(
  request: PublishRequest,
  facts: PublishFacts,
): { highestFee: bigint } {
  const { quantity, price, minQuantity, maxQuantity } = request
  if (quantity < otcTerms.minOrderQuantity) {
    refuse('orderQuantityTooSmall', { min: formatAmount(otcTerms.minOrderQuantity) })
  }
  if (minQuantity > maxQuantity || maxQuantity > quantity) refuse('orderTakeRange')
  checkBand(price, request.concessionBps, facts.guidePrice)
  for (const network of request.networks) {
    if (addressOn(facts.addresses, network) === null) refuse('receivingAddressNeeded', { network })
  }
  if (facts.openOrders >= otcTerms.maxOpenOrders)
    refuse('tooManyOpenOrders', { max: otcTerms.maxOpenOrders })
  if (costOf(quantity, facts.guidePrice) > facts.tradingLimit) {
    refuse('tradingLimitExceeded', { left: formatAmount(facts.tradingLimit, 2) })
  }
  return { highestFee: highestFee(quantity, otcTerms.feeBps) }
}

/** The receiving address of a network, where there is one. */
export const addressOn = (
  addresses: { bsc: string | null; tron: string | null },
  network: Network,
): string | null => (network === 'BSC' ? addresses.bsc : addresses.tron)

function checkBand(price: bigint, concessionBps: number, guidePrice: bigint): void {
  if (insideBand(price, concessionBps, guidePrice, otcTerms.bandBps)) return
  const { low, high } = priceBand(guidePrice, otcTerms.bandBps)
  refuse('orderPriceOutsideBand', { low: formatAmount(low, 2), high: formatAmount(high, 2) })
}

/** An order as a taker meets it. */
export interface TakeFacts {
  sellerId: string
  takerId: string
  version: number
  price: bigint
  concessionBps: number
  quantities: OrderQuantities
  minQuantity: bigint
  maxQuantity: bigint
  networks: readonly string[]
  cancelled: boolean
  guidePrice: bigint
}

/** May this take happen? Answers the amounts that it fixes (otc.md "Take"). */
export function decideTake(
  facts: TakeFacts,
  ask: { quantity: bigint; network: Network; version: number },
): TradeAmounts {
  if (facts.sellerId === facts.takerId) refuse('ownOrder')
  if (facts.cancelled || facts.quantities.available === 0n) refuse('orderNotAvailable')
  if (ask.version !== facts.version) refuse('stale')
  if (!facts.networks.includes(ask.network)) refuse('networkNotAccepted')
  if (!takeIsAllowed(facts.quantities, ask.quantity, facts.minQuantity, facts.maxQuantity)) {
    const { available } = facts.quantities
    const max = available < facts.maxQuantity ? available : facts.maxQuantity
    const min = available < facts.minQuantity ? available : facts.minQuantity
    refuse('takeQuantityOutside', { min: formatAmount(min), max: formatAmount(max) })
  }
  checkBand(facts.price, facts.concessionBps, facts.guidePrice)
  return quoteTake(ask.quantity, facts.price, facts.concessionBps)
}
