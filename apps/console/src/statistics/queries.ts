import { type AnswerOf, dayStatistics } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

export type Days = AnswerOf<typeof dayStatistics>
export type Day = Days['items'][number]

/** So many days may be chosen. */
export const spans = ['30', '90', '365'] as const

export const daysQuery = (days: number) =>
  askQuery(['statistics', 'days', days], dayStatistics, { query: { days } })
