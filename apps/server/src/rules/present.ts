import type { AnswerOf, Locale, ruleBook, ruleVersions } from '@banyan/domain'
import {
  type BothLanguages,
  differencesOf,
  figureOf,
  lines,
  type Parameters,
  readVersionText,
  ruleNumbers,
  tellBook,
} from '@banyan/economy'
import type { RuleVersionRow } from './store.ts'

type Standing = AnswerOf<typeof ruleBook>['standing']
type Book = AnswerOf<typeof ruleBook>
type History = AnswerOf<typeof ruleVersions>

const inLocale = (locale: Locale, text: BothLanguages): string =>
  locale === 'en' ? text.en : text.zh

function headOf(row: RuleVersionRow, inForce: number) {
  return {
    version: row.number,
    standing: standingOf(row.number, inForce),
    effectiveAt: row.effectiveAt.toISOString(),
    publishedAt: row.publishedAt.toISOString(),
    hash: row.hash.toString('hex'),
    previousHash: readVersionText(row.document).previousHash,
  }
}

function standingOf(number: number, inForce: number): Standing {
  if (number === inForce) return 'in_force'
  return number < inForce ? 'past' : 'announced'
}

/** A version of the book in a language. `inForce`: the number of the version that holds now. */
export const presentBook = (row: RuleVersionRow, inForce: number, locale: Locale): Book => ({
  ...headOf(row, inForce),
  text: row.document,
  lines: lines.map(line => ({ id: line.id, text: inLocale(locale, line) })),
  sections: tellBook(readVersionText(row.document).parameters).map(section => ({
    id: section.id,
    title: inLocale(locale, section.title),
    paragraphs: section.paragraphs.map(paragraph => inLocale(locale, paragraph)),
    numbers: section.numbers.map(({ name, title, figure }) => ({
      name,
      title: inLocale(locale, title),
      figure: inLocale(locale, figure),
    })),
  })),
})

/** Every version, newest first as given, with what it changed in the one before. */
export const presentHistory = (
  rows: readonly RuleVersionRow[],
  inForce: number,
  locale: Locale,
): History => ({
  items: rows.map((row, i) => {
    const { parameters, difference } = readVersionText(row.document)
    const before = rows[i + 1]
    return {
      ...headOf(row, inForce),
      difference: inLocale(locale, difference),
      changes: before
        ? changesOf(readVersionText(before.document).parameters, parameters, locale)
        : [],
    }
  }),
})

const changesOf = (before: Parameters, after: Parameters, locale: Locale) =>
  differencesOf(before, after).map(({ name, harms, isNew }) => ({
    name,
    title: inLocale(locale, ruleNumbers[name]),
    before: inLocale(locale, figureOf(before, name)),
    after: inLocale(locale, figureOf(after, name)),
    harms,
    isNew,
  }))
