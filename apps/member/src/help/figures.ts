import {
  type AnswerOf,
  addressFreezeHours,
  CLOSING_REST_DAYS,
  countedText,
  lateAppealDays,
  resetFreezeHours,
  type ruleBook,
} from '@banyan/domain'
import type { Language } from '../shell/index.ts'
import type { Figures } from './article.ts'

/** The figures that are in no rule book, each from the constant that decides it. */
export const ownFigures = (language: Language): Figures =>
  new Map([
    ['wordsFreezeHours', countedText(resetFreezeHours.words, 'hour', language)],
    ['emailFreezeHours', countedText(resetFreezeHours.email, 'hour', language)],
    ['addressFreezeHours', countedText(addressFreezeHours, 'hour', language)],
    ['closingDays', countedText(CLOSING_REST_DAYS, 'day', language)],
    ['lateAppealDays', countedText(lateAppealDays, 'day', language)],
  ])

export type Book = AnswerOf<typeof ruleBook>

/** Every figure that an article may name: the platform's own, and those of the rules in force once they are known. */
export const figuresOf = (language: Language, book: Book | undefined): Figures =>
  new Map([
    ...ownFigures(language),
    ...numbersOf(book).map(({ name, figure }) => [name, figure] as const),
  ])

/** Every number of the book, chapter by chapter. */
export const numbersOf = (book: Book | undefined): Book['sections'][number]['numbers'] =>
  book?.sections.flatMap(section => section.numbers) ?? []
