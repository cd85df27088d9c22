import type { SettlementResult } from '@banyan/economy'
import type { HouseAccountKind, TransferOrder } from '../../ledger/index.ts'
import { move, referenceOf, reserveToRisk } from '../moves.ts'
import type { Run } from '../run.ts'

/**
 * Step 2: who bears a loss, the release of outside income, what the dynamic pool gives back, R
 * without coins.
 */
export function openingMoves(run: Pick<Run, 'period' | 'result'>): TransferOrder[] {
  const { losses, sharing, release, income = [], returned, ownerless } = run.result
  const lossOf = (from: HouseAccountKind, amount: bigint) =>
    move({ from, to: 'LOSS' }, amount, { kind: 'loss', reference: referenceOf(run, from) })
  const back = (part: keyof SettlementResult['returned']) =>
    move({ from: 'POOL.dynamic', to: 'RESERVE' }, returned[part], {
      kind: 'surplus',
      reference: referenceOf(run, part),
    })
  return [
    ...lossOf('RISK', losses.risk),
    ...lossOf('OPS', losses.ops),
    ...lossOf('INCOME', losses.income ?? 0n),
    ...lossOf('POOL.static', losses.poolStatic),
    ...lossOf('RESERVE', losses.reserve),
    ...lossOf('POOL.dynamic', sharing?.poolDynamic ?? 0n),
    // The excess from rounding up a shared loss; members' parts follow in the next step.
    ...move({ from: 'LOSS', to: 'RISK' }, sharing?.dust ?? 0n, {
      kind: 'surplus',
      reference: referenceOf(run, 'dust'),
    }),
    ...releaseOf(run, 'POOL.static', release?.toStatic ?? 0n),
    ...releaseOf(run, 'RESERVE', release?.toReserve ?? 0n),
    // Rules before edition 3 book a receipt whole.
    ...income.flatMap(({ id, toStatic, toReserve }) => [
      ...move({ from: 'EXT', to: 'POOL.static' }, toStatic, {
        kind: 'income',
        reference: `${id}/static`,
      }),
      ...move({ from: 'EXT', to: 'RESERVE' }, toReserve, {
        kind: 'income',
        reference: `${id}/reserve`,
      }),
    ]),
    ...back('dynamicOff'),
    ...back('staffShare'),
    ...back('surplus'),
    ...reserveToRisk(run, ownerless.before, 'withoutCoins'),
  ]
}

/** The part of the waiting income that a run releases. */
const releaseOf = (
  run: Pick<Run, 'period'>,
  to: 'POOL.static' | 'RESERVE',
  amount: bigint,
): TransferOrder[] =>
  move({ from: 'INCOME', to }, amount, {
    kind: 'income_release',
    reference: referenceOf(run, to),
  })
