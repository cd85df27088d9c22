import { redemptionMachine } from '@banyan/domain'
import { isTakenBackFree } from '@banyan/economy'
import { type Ledger, memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { newUuid, underNewNumber } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { decidePlacing } from './decide.ts'
import type { ExchangeNeighbours } from './index.ts'
import { exchangeId, presentExchange, timesOf, type WireExchange } from './present.ts'
import * as store from './store.ts'

/**
 * Holds the coins (micro-LEAF, today's units) for the next exit price. Refusals: see `decidePlacing`;
 * also `insufficientBalance`, and `keyReused` for a key that made another order longer ago than keys
 * are remembered.
 */
export async function placeExchange(
  { ledger, parameters }: Pick<ExchangeNeighbours, 'ledger' | 'parameters'>,
  tx: Tx,
  order: { memberId: string; quantity: bigint; key: string },
): Promise<WireExchange> {
  const { memberId, quantity, key } = order
  await store.enterQueue(tx)
  const account = memberAccount(memberId, 'LEAF')
  // Locked before it is looked at: "the whole rest" is what nobody else can still take.
  await ledger.lock(tx, [account])
  const { posted, held } = await ledger.balance(tx, account)
  const p = await parameters(tx)
  decidePlacing(quantity, posted - held, p)
  if (await store.keyIsUsed(tx, memberId, key)) refuse('keyReused')
  const id = newUuid()
  const epoch = await ledger.epoch(tx)
  const holdId = await ledger.hold(tx, {
    ...{ account, amount: quantity, epoch },
    ...{ kind: 'exchange', reference: exchangeId(id) },
  })
  const placedAt = await houseNow(tx)
  const row = await underNewNumber('E', placedAt, orderNumber =>
    store.insertExchange(tx, {
      ...{ id, memberId, quantity, epoch, holdId, placedAt },
      ...{ state: 'queued', idempotencyKey: key, ruleVersion: p.version },
      orderNumber,
    }),
  )
  await tell(tx, [row])
  return presentExchange(row, placedAt)
}

/**
 * Frees all the coins. Refuses `notFound`; `exchangeSettling` from the order's cut-off until it is
 * settled; `stale`, with the order as it is, once it has ended.
 */
export async function cancelExchange(
  ledger: Ledger,
  tx: Tx,
  memberId: string,
  id: string,
): Promise<WireExchange> {
  const row = await store.lockExchange(tx, memberId, id)
  if (!row) return refuse('notFound')
  const now = await houseNow(tx)
  if (redemptionMachine.isFinal(row.state)) refuse('stale', {}, presentExchange(row, now))
  if (!isTakenBackFree(timesOf(row), now)) refuse('exchangeSettling')
  await ledger.voidHold(tx, row.holdId)
  const ended = await store.cancelExchange(tx, row, now)
  await tell(tx, [ended])
  return presentExchange(ended, now)
}

/** Tells the owners that their exchanges and their wallets have changed. */
export const tell = (tx: Tx, rows: readonly { id: string; memberId: string }[]): Promise<void> =>
  announce(
    tx,
    rows.flatMap(({ id, memberId }) => [
      { memberId, topic: 'exchanges' as const, subject: exchangeId(id) },
      { memberId, topic: 'wallets' as const, subject: null },
    ]),
  )
