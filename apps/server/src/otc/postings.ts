import { houseAccount, memberAccount, type TransferOrder } from '../ledger/index.ts'

/** The ledger transfers of the market's events. Pure: event → transfers. All coin, micro-LEAF. */

interface Escrowed {
  sellerId: string
  quantity: bigint
  fee: bigint
}

/**
 * The quantity and the fee leave the seller's available coin: of a sell order when it is published,
 * of a trade whose seller took a buy order when it is made.
 */
export const freeze = (reference: string, escrowed: Escrowed): TransferOrder[] => [
  {
    from: memberAccount(escrowed.sellerId, 'LEAF'),
    to: memberAccount(escrowed.sellerId, 'LEAF', 'escrow'),
    amount: escrowed.quantity + escrowed.fee,
    kind: 'otc_freeze',
    reference,
  },
]

/** Release: the quantity to the buyer, the fee to the fee coins. */
export const release = (tradeId: string, buyerId: string, escrowed: Escrowed): TransferOrder[] =>
  positive([
    {
      from: memberAccount(escrowed.sellerId, 'LEAF', 'escrow'),
      to: memberAccount(buyerId, 'LEAF'),
      amount: escrowed.quantity,
      kind: 'otc_release',
      reference: `trade:${tradeId}`,
    },
    {
      from: memberAccount(escrowed.sellerId, 'LEAF', 'escrow'),
      to: houseAccount('LEAF', 'FEE.coin'),
      amount: escrowed.fee,
      kind: 'otc_fee',
      reference: `trade:${tradeId}`,
    },
  ])

/** Gives coin back to the seller: of a cancelled order, or of a trade whose order has ended. */
export const giveBack = (
  reference: `order:${string}` | `trade:${string}`,
  escrowed: Escrowed,
): TransferOrder[] =>
  positive([
    {
      from: memberAccount(escrowed.sellerId, 'LEAF', 'escrow'),
      to: memberAccount(escrowed.sellerId, 'LEAF'),
      amount: escrowed.quantity + escrowed.fee,
      kind: 'otc_return',
      reference,
    },
  ])

/** Gives back what is still held for fees when nothing of an order is left to take. */
export const giveBackRest = (
  order: { id: string; memberId: string },
  feeHeld: bigint,
): TransferOrder[] =>
  positive([
    {
      from: memberAccount(order.memberId, 'LEAF', 'escrow'),
      to: memberAccount(order.memberId, 'LEAF'),
      amount: feeHeld,
      kind: 'otc_return',
      reference: `order:${order.id}:rest`,
    },
  ])

const positive = (group: TransferOrder[]): TransferOrder[] =>
  group.filter(order => order.amount > 0n)
