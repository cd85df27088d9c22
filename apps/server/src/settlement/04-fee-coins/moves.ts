import { type HouseAccountKind, houseAccount, type TransferOrder } from '../../ledger/index.ts'
import { move, referenceOf } from '../moves.ts'
import type { Run } from '../run.ts'

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
