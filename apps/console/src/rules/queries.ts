import { type AnswerOf, checkRules, ruleBook, ruleNumbersList, ruleVersions } from '@banyan/domain'
import { askQuery, type Language } from '../shell/index.ts'
import type { WrittenNumbers } from './written.ts'

export type Version = AnswerOf<typeof ruleVersions>['items'][number]
export type Chapter = AnswerOf<typeof ruleNumbersList>['chapters'][number]
export type BookNumber = Chapter['numbers'][number]
export type Check = AnswerOf<typeof checkRules>

/* The server answers in the language of the console: it is part of the key. */
export const versionsQuery = (language: Language) =>
  askQuery(['rules', 'versions', language], ruleVersions)

export const bookQuery = (language: Language, version: number) =>
  askQuery(['rules', 'book', language, version], ruleBook, { query: { version } })

export const numbersQuery = (language: Language) =>
  askQuery(['rules', 'numbers', language], ruleNumbersList)

/** What stands against these numbers now. */
export const checkQuery = (
  language: Language,
  body: { numbers: WrittenNumbers; effectiveAt: string | null },
) => askQuery(['rules', 'check', language, body], checkRules, { body })
