import { formatAmount, type ReceiptKind } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { houseAccount, type Ledger, type TransferOrder } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import { genesis } from './genesis.ts'
import { openShortfall } from './shortfalls.ts'
import { insertFounding, isRunUnderWay, lockFounding, proveFounding } from './store.ts'

/** A receipt that two treasurers agree on. Its amount and its time are the chain's. */
export interface ApprovedReceipt {
  id: string
  kind: ReceiptKind
  /** Micro-USDT. */
  amount: bigint
  bookedAt: Date
}

/** What receipts are booked with. */
export interface BookingContext {
  ledger: Ledger
  /** Have the books been frozen for good? Then no settlement takes income any more. */
  isFrozen(reader: Tx): Promise<boolean>
}

/**
 * What an approved receipt does to the books: with recharges this is the only way in for money. Income
 * waits for the run of its block's period, which shares it out. Refuses what `refuseUnbookable` does.
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
    // A reserve that was founded on somebody's word has its founding money now.
    if (!isFirst && !(await proveFounding(tx, id))) refuse('foundedBefore')
    await ledger.post(tx, foundingMoves(id, amount, isFirst))
  }
  if (kind === 'refund') await ledger.post(tx, [refundOf(id, amount)])
  if (kind === 'cover') await ledger.post(tx, [coverOf(id, amount)])
}

/**
 * Refuses a receipt that cannot be booked as what it is said to be: `foundedBefore`, `foundingTooSmall`,
 * for a cover `coverTooLarge` and `settlementUnderWay`, and `incomeAfterFreeze` for income that no settlement
 * takes any more.
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
    // A wind-down freezes the books under this lock: income comes before it and is waited for, or is refused.
    await lockFounding(tx)
    if (await isFrozen(tx)) refuse('incomeAfterFreeze')
  }
  if (kind === 'cover') {
    // The cut-off freezes what is missing under this lock: a cover comes before it, or after its run.
    await lockFounding(tx)
    if (await isRunUnderWay(tx)) refuse('settlementUnderWay')
    const missing = await openShortfall(ledger, tx)
    if (amount > missing)
      refuse('coverTooLarge', { missing: formatAmount(missing), amount: formatAmount(amount) })
  }
}

/** The founding money: reserve and coin begin with it, and what is above that is the operator's for costs. */
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

/** Costs that came back. */
export const refundOf = (id: string, amount: bigint): TransferOrder => ({
  from: houseAccount('USDT', 'EXT'),
  to: houseAccount('USDT', 'OPS'),
  amount,
  kind: 'refund',
  reference: id,
})

/** Makes up for a shortfall that is confirmed, before a run lets anybody bear it. */
export const coverOf = (id: string, amount: bigint): TransferOrder => ({
  from: houseAccount('USDT', 'EXT'),
  to: houseAccount('USDT', 'LOSS'),
  amount,
  kind: 'cover',
  reference: id,
})
