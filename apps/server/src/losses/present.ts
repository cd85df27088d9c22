import {
  type AnswerOf,
  formatAmount,
  type lossList,
  type ownLosses,
  wireIdOf,
} from '@banyan/domain'
import { keptOf } from '@banyan/economy'
import type { BalanceRow, HoldRow, SharingRow } from './store.ts'

type WireSharing = AnswerOf<typeof lossList>['items'][number]
type OwnLoss = AnswerOf<typeof ownLosses>['items'][number]

/** The name of a sharing on the wire. */
const sharingId = (uuid: string): string => wireIdOf('shr', uuid)

/** A sharing on whose figures two computations agree. */
type Agreed = SharingRow & { shared: bigint; owed: bigint; poolDynamic: bigint; dust: bigint }
export const isAgreed = (row: SharingRow): row is Agreed => row.shared !== null

function stateOf({ period, leftOver, shared, postedAt }: SharingRow): WireSharing['state'] {
  if (period === null) return 'announced'
  if (postedAt === null) return 'under_way'
  return leftOver === 0n || shared === null ? 'unused' : 'done'
}

export const presentSharing = (row: SharingRow): WireSharing => ({
  id: sharingId(row.id),
  state: stateOf(row),
  notice: { zh: row.noticeZh, en: row.noticeEn },
  most: formatAmount(row.most),
  approvedAt: (row.approvedAt ?? row.proposedAt).toISOString(),
  period: row.period,
  outcome: isAgreed(row)
    ? {
        left: formatAmount(row.leftOver ?? 0n),
        shared: formatAmount(row.shared),
        owed: formatAmount(row.owed),
        poolDynamic: formatAmount(row.poolDynamic),
        members: formatAmount(row.shared + row.dust - row.poolDynamic),
        dust: formatAmount(row.dust),
      }
    : null,
})

/** The part of a sharing that one balance bore. */
export function presentOwn(row: Agreed, balance: BalanceRow, holds: readonly HoldRow[]): OwnLoss {
  const kept = keptOf(balance.balance, row)
  return {
    sharingId: sharingId(row.id),
    period: balance.period,
    before: formatAmount(balance.balance),
    taken: formatAmount(balance.balance - kept),
    after: formatAmount(kept),
    orders: holds
      .filter(hold => hold.period === balance.period)
      .map(({ kind, amount }) => ({
        kind: kind as OwnLoss['orders'][number]['kind'],
        before: formatAmount(amount),
        after: formatAmount(keptOf(amount, row)),
      })),
  }
}
