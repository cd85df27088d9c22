import { formatAmount, type ReceiptKind } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { houseAccount, type Ledger, type TransferOrder } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import { genesis } from './genesis.ts'
import { openShortfall } from './shortfalls.ts'
import { insertFounding, isRunUnderWay, lockFounding, proveFounding } from './store.ts'

/** A receipt that two treasurers agree on. Its amount and its time come from the chain. */
export interface ApprovedReceipt {
  id: string
  kind: ReceiptKind
  /** Micro-USDT. */
  amount: bigint
  bookedAt: Date
}

/** The dependencies of booking. */
export interface BookingContext {
  ledger: Ledger
  /** Whether the books have been frozen for good: then no settlement takes income any more. */
  isFrozen(reader: Tx): Promise<boolean>
}

/**
 * Books an approved receipt: besides recharges this is the only way for money to come in. Income
 * waits for the run of its block's period, which distributes it. Refuses what `refuseUnbookable`
 * refuses.
 */
export async function bookReceipt(
  context: BookingContext,
  tx: Tx,
  receipt: ApprovedReceipt,
): Promise<void> {
  await refuseUnbookable(context, tx, receipt)
  const { ledger } = context
  const { id, amount, bookedAt, kind } = receipt
  if (kind === 'founding') {
    const isFirst = await insertFounding(tx, { foundedAt: bookedAt, receiptId: id })
    // A reserve that was founded on an unproven statement now has its founding money.
    if (!isFirst && !(await proveFounding(tx, id))) refuse('foundedBefore')
    await ledger.post(tx, foundingMoves(id, amount, isFirst))
  }
  if (kind === 'refund') await ledger.post(tx, [refundOf(id, amount)])
  if (kind === 'cover') await ledger.post(tx, [coverOf(id, amount)])
}

/**
 * Refuses a receipt that cannot be booked under its classification: `foundedBefore`,
 * `foundingTooSmall`, for a cover `coverTooLarge` and `settlementUnderWay`, and `incomeAfterFreeze`
 * for income that no settlement takes any more.
 */
export async function refuseUnbookable(
  { ledger, isFrozen }: BookingContext,
  tx: Tx,
  { kind, amount }: Pick<ApprovedReceipt, 'kind' | 'amount'>,
): Promise<void> {
  if (kind === 'founding') {
    const founding = await lockFounding(tx)
    if (founding && founding.receiptId !== null) refuse('foundedBefore')
    const needed = parametersV1.genesisUsdt
    if (amount < needed)
      refuse('foundingTooSmall', { needed: formatAmount(needed), amount: formatAmount(amount) })
  }
  if (kind === 'income') {
    // A wind-down freezes the books under this lock: income either commits before the freeze or is
    // refused.
    await lockFounding(tx)
    if (await isFrozen(tx)) refuse('incomeAfterFreeze')
  }
  if (kind === 'cover') {
    // The cut-off freezes what is missing under this lock: a cover comes before it, or after its
    // run.
    await lockFounding(tx)
    if (await isRunUnderWay(tx)) refuse('settlementUnderWay')
    const missing = await openShortfall(ledger, tx)
    if (amount > missing)
      refuse('coverTooLarge', { missing: formatAmount(missing), amount: formatAmount(amount) })
  }
}

/**
 * The founding money: the reserve and the coin begin with it, and the rest is for the operator's
 * costs.
 */
export const foundingMoves = (id: string, amount: bigint, isFirst: boolean): TransferOrder[] => {
  const rest = amount - parametersV1.genesisUsdt
  const toOps: TransferOrder = {
    from: houseAccount('USDT', 'EXT'),
    to: houseAccount('USDT', 'OPS'),
    amount: rest,
    kind: 'genesis',
    reference: `${id}/rest`,
  }
  return [...(isFirst ? genesis : []), ...(rest > 0n ? [toOps] : [])]
}

/** Refunded costs. */
export const refundOf = (id: string, amount: bigint): TransferOrder => ({
  from: houseAccount('USDT', 'EXT'),
  to: houseAccount('USDT', 'OPS'),
  amount,
  kind: 'refund',
  reference: id,
})

/** Makes up for a confirmed shortfall before a run distributes it. */
export const coverOf = (id: string, amount: bigint): TransferOrder => ({
  from: houseAccount('USDT', 'EXT'),
  to: houseAccount('USDT', 'LOSS'),
  amount,
  kind: 'cover',
  reference: id,
})
