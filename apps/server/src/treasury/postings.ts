import type { PoolFlows, SettlementResult } from '@banyan/economy'
import { type HouseAccountKind, houseAccount, type TransferOrder } from '../ledger/index.ts'
import type { Run } from './run.ts'

const referenceOf = (run: Pick<Run, 'period'>, part: string): string => `run:${run.period}/${part}`

/** A transfer of USDT between house accounts; none for an amount of zero. */
function move(
  way: { from: HouseAccountKind; to: HouseAccountKind },
  amount: bigint,
  name: Pick<TransferOrder, 'kind' | 'reference'>,
): TransferOrder[] {
  if (amount === 0n) return []
  const from = houseAccount('USDT', way.from)
  return [{ from, to: houseAccount('USDT', way.to), amount, ...name }]
}

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

/** R goes to RISK when no coin is left to own it: in step 2, and in step 7. */
export const reserveToRisk = (
  run: Pick<Run, 'period'>,
  amount: bigint,
  part: 'withoutCoins' | 'withoutCoinsAfterRedemptions',
): TransferOrder[] =>
  move({ from: 'RESERVE', to: 'RISK' }, amount, {
    kind: 'surplus',
    reference: referenceOf(run, part),
  })

/** Step 4: burns the fee coins at Pexit, and distributes their value. */
export function feeMoves(run: Pick<Run, 'period' | 'epoch' | 'result'>): TransferOrder[] {
  const { burned, toStatic, toDynamic, toOps, toRisk } = run.result.fees
  const share = (to: HouseAccountKind, amount: bigint) =>
    move({ from: 'RESERVE', to }, amount, { kind: 'fee_share', reference: referenceOf(run, to) })
  const burn: TransferOrder = {
    from: houseAccount('LEAF', 'FEE.coin'),
    to: houseAccount('LEAF', 'ISSUE'),
    amount: burned,
    kind: 'fee_burn',
    reference: `run:${run.period}`,
    epoch: run.epoch,
  }
  return [
    ...(burned > 0n ? [burn] : []),
    ...share('POOL.static', toStatic),
    ...share('POOL.dynamic', toDynamic),
    ...share('OPS', toOps),
    ...share('RISK', toRisk),
  ]
}

/** The transfers of steps 2 and 4 out of the static pool and into it, by source. */
export const flowsOf = ({ losses, release, income = [], fees }: SettlementResult): PoolFlows => ({
  lost: losses.poolStatic,
  fees: fees.toStatic,
  income: release?.toStatic ?? income.reduce((sum, one) => sum + one.toStatic, 0n),
})
