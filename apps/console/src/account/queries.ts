import { type AnswerOf, operatorFactorList, ownOperatorSessions } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

export type Factor = AnswerOf<typeof operatorFactorList>['items'][number]
export type OwnSession = AnswerOf<typeof ownOperatorSessions>['items'][number]

export const factorsQuery = askQuery(['account', 'factors'], operatorFactorList)
export const sessionsQuery = askQuery(['account', 'sessions'], ownOperatorSessions)
