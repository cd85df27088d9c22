import { type AnswerOf, operatorList, type ProposalKind, proposalList } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

export type Listed = AnswerOf<typeof operatorList>['items'][number]

export const operatorsQuery = askQuery(['operators', 'list'], operatorList)

const openOf = (kind: ProposalKind) =>
  askQuery(['operators', 'open', kind], proposalList, {
    query: { state: 'open', kind, limit: 100 },
  })

/** Proposals about accounts that wait for the second administrator. */
export const openGrantsQuery = openOf('operator')
export const openResetsQuery = openOf('factor_reset')
export const openEndsQuery = openOf('operator_end')

/** How a state is marked. */
export const stateTones = {
  active: 'ok',
  invited: 'mine',
  expired: 'warn',
  ended: 'plain',
} as const
