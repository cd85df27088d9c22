import type { Period } from '@banyan/economy'
import { type HouseAccountKind, houseAccount, type TransferOrder } from '../ledger/index.ts'

/** The reference of a part of a run's transfers. */
export const referenceOf = (run: { period: Period }, part: string): string =>
  `run:${run.period}/${part}`

/** A transfer of USDT between house accounts; none for an amount of zero. */
export function move(
  way: { from: HouseAccountKind; to: HouseAccountKind },
  amount: bigint,
  name: Pick<TransferOrder, 'kind' | 'reference'>,
): TransferOrder[] {
  if (amount === 0n) return []
  const from = houseAccount('USDT', way.from)
  return [{ from, to: houseAccount('USDT', way.to), amount, ...name }]
}

/** R goes to RISK when no coin is left to own it: in step 2, and in step 7. */
export const reserveToRisk = (
  run: { period: Period },
  amount: bigint,
  part: 'withoutCoins' | 'withoutCoinsAfterRedemptions',
): TransferOrder[] =>
  move({ from: 'RESERVE', to: 'RISK' }, amount, {
    kind: 'surplus',
    reference: referenceOf(run, part),
  })
