import { type AnswerOf, lossList, ownLosses } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

export type Sharing = AnswerOf<typeof lossList>['items'][number]
export type OwnLoss = AnswerOf<typeof ownLosses>['items'][number]

export const lossesQuery = askQuery(['losses', 'all'], lossList)

export const ownLossesQuery = askQuery(['losses', 'own'], ownLosses)
