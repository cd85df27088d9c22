import type { SettlementResult } from '../settlement/result.ts'
import { partUp, type RecountInput, valueAt } from './input.ts'
import type { Vault } from './vault.ts'

/** Recomputes step 7. */
export function payBack(
  input: RecountInput,
  vault: Vault,
  exit: bigint,
): SettlementResult['redemptions'] {
  if (exit === 0n) return { exchanges: [], undos: [] }
  const leave = (quantity: bigint, pay: bigint) => {
    vault.add('outstanding', -quantity)
    vault.add('reserve', -pay)
  }
  const exchanges = input.redemptions.exchanges.map(one => {
    const quantity = BigInt(one.quantity)
    const gross = valueAt(quantity, exit)
    const fee = partUp(gross, input.parameters.exchangeFeeBps)
    leave(quantity, gross - fee)
    return { id: one.id, quantity, gross, fee, pay: gross - fee }
  })
  const undos = input.redemptions.undos.map(one => {
    const quantity = BigInt(one.quantity)
    const worth = valueAt(quantity, exit)
    const pay = worth > BigInt(one.fill) ? BigInt(one.fill) : worth
    leave(quantity, pay)
    return { id: one.id, quantity, pay }
  })
  return { exchanges, undos }
}
