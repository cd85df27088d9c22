import {
  type AnswerOf,
  caseChat,
  caseEvidence,
  caseList,
  getCase,
  hearingDesk,
} from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export type QueuedCase = AnswerOf<typeof caseList>['items'][number]
export type Case = AnswerOf<typeof getCase>
export type Evidence = AnswerOf<typeof caseEvidence>
export type Desk = AnswerOf<typeof hearingDesk>

export const casesQuery = pagesQuery(['appeals', 'list'], caseList)
export const casesQueue = askQuery(['appeals', 'queue'], caseList, { query: { limit: 100 } })
export const caseQuery = (id: string) =>
  askQuery(['appeals', 'one', id], getCase, { params: { id } })
export const evidenceQuery = (id: string) =>
  askQuery(['appeals', 'evidence', id], caseEvidence, { params: { id } })
export const chatQuery = (id: string) =>
  pagesQuery(['appeals', 'chat', id], caseChat, { params: { id } })
export const deskQuery = askQuery(['appeals', 'desk'], hearingDesk)
