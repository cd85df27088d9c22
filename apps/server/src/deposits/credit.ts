import type { Parameters } from '@banyan/economy'
import type { Logger } from 'pino'
import { houseAccount, type Ledger, memberAccount, type TransferOrder } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { type Block, claimTip } from './chain-store.ts'
import { creditableBlock, creditableNow, isLarge, planCredit } from './decide.ts'
import { depositId } from './present.ts'
import { type Quorum, surelyFinal } from './quorum.ts'
import type { Pinned } from './sight.ts'
import * as store from './store.ts'

/** What crediting needs. */
export interface CreditContext {
  database: Database
  ledger: Ledger
  /** The numbers of the rule book in force. */
  parameters(reader: Database | Tx): Promise<Parameters>
  pinned: Pinned
  quorum: Quorum
  logger: Logger
}

/** The ledger's reference of a deposit: one recharge for each, for ever. */
export const rechargeReference = (
  row: Pick<store.DepositRow, 'chainId' | 'transactionHash' | 'ordinal'>,
): string => `${row.chainId}:${row.transactionHash}:${row.ordinal}`

/** Credits every deposit that is deep enough below this tip and final on the chain. */
export async function creditDue(
  context: CreditContext,
  tip: Block,
  finalized: number,
): Promise<void> {
  const { database, pinned, quorum, logger } = context
  const upTo = creditableBlock(tip.number, finalized)
  const due = await store.membersDue(database, pinned.chainId, upTo)
  const anyLarge = due.some(one => isLarge(one.largest, pinned.unitsPerMicro))
  const bounds = { upTo, surelyFinal: anyLarge ? await surelyFinal(quorum, logger) : upTo }
  for (const { memberId } of due) {
    const current = await inTransaction(database, async tx => {
      if (!(await claimTip(tx, pinned.chainId, tip))) return false
      await creditMember(context, tx, memberId, bounds)
      return true
    })
    if (!current) return
  }
}

/** The highest blocks whose deposits may be credited: for all deposits, and for large ones. */
interface Bounds {
  upTo: number
  surelyFinal: number
}

/** Credits all of a member's final deposits at once, because small ones are added up. */
async function creditMember(
  { ledger, pinned, parameters }: CreditContext,
  tx: Tx,
  memberId: string,
  bounds: Bounds,
): Promise<void> {
  const { chainId, unitsPerMicro } = pinned
  const due = await store.lockDue(tx, chainId, memberId, bounds.upTo)
  const rows = creditableNow(due, bounds.surelyFinal, unitsPerMicro)
  const carry = await store.lockCarry(tx, chainId, memberId)
  const { rechargeMinimumUsdt: minimum } = await parameters(tx)
  const plan = planCredit(rows, carry, { minimum, unitsPerMicro })
  if (plan.outcome === 'wait') return waitForMore(tx, memberId, rows)
  const amounts = new Map(plan.amounts.map(({ id, amount }) => [id, amount]))
  const credits = rows.map(row => ({ row, amount: amounts.get(row.id) ?? 0n }))
  await ledger.post(tx, credits.filter(({ amount }) => amount > 0n).map(rechargeOf))
  const creditedAt = await systemNow(tx)
  for (const { row, amount } of credits)
    await store.changeDeposit(tx, row, { state: 'credited', amount, creditedAt })
  await store.writeCarry(tx, chainId, memberId, plan.carry)
  await notifyMember(tx, memberId, rows)
  await announce(tx, [{ memberId, topic: 'wallets', subject: null }])
}

async function waitForMore(
  tx: Tx,
  memberId: string,
  rows: readonly store.DepositRow[],
): Promise<void> {
  const fresh = rows.filter(row => row.state === 'confirming')
  for (const row of fresh) await store.changeDeposit(tx, row, { state: 'below_minimum' })
  await notifyMember(tx, memberId, fresh)
}

const notifyMember = (tx: Tx, memberId: string, rows: readonly store.DepositRow[]): Promise<void> =>
  announce(
    tx,
    rows.map(row => ({ memberId, topic: 'deposits' as const, subject: depositId(row.id) })),
  )

const rechargeOf = ({ row, amount }: { row: store.DepositRow; amount: bigint }): TransferOrder => ({
  from: houseAccount('USDT', 'EXT'),
  to: memberAccount(row.memberId, 'USDT'),
  amount,
  kind: 'recharge',
  reference: rechargeReference(row),
})
