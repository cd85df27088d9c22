import type { SettlementResult } from '../settlement/result.ts'
import type { Accounts } from './accounts.ts'
import { partUp, type RecountInput, valueAt } from './input.ts'

/** Recomputes step 7. */
export function payBack(
  input: RecountInput,
  accounts: Accounts,
  exit: bigint,
): SettlementResult['redemptions'] {
  if (exit === 0n) return { exchanges: [], undos: [] }
  const leave = (quantity: bigint, pay: bigint) => {
    accounts.add('outstanding', -quantity)
    accounts.add('reserve', -pay)
  }
  const exchanges = input.redemptions.exchanges.map(exchange => {
    const quantity = BigInt(exchange.quantity)
    const gross = valueAt(quantity, exit)
    const fee = partUp(gross, input.parameters.exchangeFeeBps)
    leave(quantity, gross - fee)
    return { id: exchange.id, quantity, gross, fee, pay: gross - fee }
  })
  const undos = input.redemptions.undos.map(undo => {
    const quantity = BigInt(undo.quantity)
    const worth = valueAt(quantity, exit)
    const pay = worth > BigInt(undo.fill) ? BigInt(undo.fill) : worth
    leave(quantity, pay)
    return { id: undo.id, quantity, pay }
  })
  return { exchanges, undos }
}
