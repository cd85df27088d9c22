import {
  type AnswerOf,
  type Locale,
  refusalMessage,
  refusals,
  type ruleBook,
  type ruleNumbersList,
  type ruleVersions,
} from '@banyan/domain'
import {
  type BothLanguages,
  bookOf,
  bounds,
  differencesOf,
  figureOf,
  fixedNumbers,
  hasNumber,
  linesOf,
  newlyCrossed,
  numberNames,
  type Objection,
  objectionText,
  type Parameters,
  type ReadNumbers,
  readVersionText,
  ruleNumbers,
  unitOf,
  writtenBounds,
  writtenNumber,
} from '@banyan/economy'
import { refuse } from '../platform/refused.ts'
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
export function presentBook(row: RuleVersionRow, inForce: number, locale: Locale): Book {
  const { parameters } = readVersionText(row.document)
  return {
    ...headOf(row, inForce),
    text: row.document,
    lines: linesOf(parameters).map(line => ({
      id: line.id,
      kept: line.kept,
      text: inLocale(locale, line),
    })),
    sections: bookOf(parameters).map(section => ({
      id: section.id,
      title: inLocale(locale, section.title),
      paragraphs: section.paragraphs.map(paragraph => inLocale(locale, paragraph)),
      numbers: section.numbers.map(({ name, title, figure }) => ({
        name,
        title: inLocale(locale, title),
        figure: inLocale(locale, figure),
      })),
    })),
  }
}

/** Every version in the given order, newest first, with its changes from the one before. */
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

/** The changes of a version from the one before, as people read them. */
export const changesOf = (before: Parameters, after: Parameters, locale: Locale) =>
  differencesOf(before, after).map(({ name, harms, isNew, ...change }) => ({
    name,
    title: inLocale(locale, ruleNumbers[name]),
    before: change.before === null ? null : inLocale(locale, figureOf(before, name)),
    after: change.after === null ? null : inLocale(locale, figureOf(after, name)),
    harms,
    isNew,
  }))

/** An objection in its wire form. */
interface ObjectionText {
  rule: string
  names: string[]
  text: string
}

export const presentObjections = (
  objections: readonly Objection[],
  parameters: Parameters,
  locale: Locale,
): ObjectionText[] =>
  objections.map(one => ({
    rule: one.rule,
    names: [...one.names],
    text: inLocale(locale, objectionText(one, parameters)),
  }))

/** Another version was published between a draft and the one that it follows. */
export const overtakenBy = (version: number, locale: Locale): ObjectionText => ({
  rule: 'overtaken',
  names: [],
  text: refusalMessage(refusals.rulesOvertaken, locale, { version }),
})

/** The objections to a written change that could not be parsed. */
export function unreadableNumbers(
  { unknown, unreadable }: Omit<ReadNumbers, 'numbers'>,
  locale: Locale,
): ObjectionText[] {
  const objection = (rule: string, names: readonly string[], text: BothLanguages) =>
    names.length === 0
      ? []
      : [{ rule, names: [...names], text: `${inLocale(locale, text)}: ${names.join(', ')}` }]
  return [
    ...objection('unknown', unknown, {
      zh: '规则书没有这些数字',
      en: 'The book has no such numbers',
    }),
    ...objection('unreadable', unreadable, {
      zh: '写法不对：金额与价格写成文本（如 "2.5"），其余写成整数',
      en: 'Write amounts and prices as text such as "2.5", everything else as a whole number',
    }),
  ]
}

/** The lines that a version crosses and the one before it does not. */
export const crossesOf = (before: Parameters, after: Parameters, locale: Locale) =>
  newlyCrossed(before, after).map(crossed => ({
    line: crossed.line,
    text: inLocale(locale, crossed),
  }))

/**
 * Refuses `rulesBreakLine` unless the caller acknowledges every line that a version newly crosses.
 */
export function refuseUnacknowledged(
  before: Parameters,
  after: Parameters,
  { acknowledges, locale }: { acknowledges: readonly string[]; locale: Locale },
): void {
  const crosses = crossesOf(before, after, locale)
  if (crosses.every(({ line }) => acknowledges.includes(line))) return
  const lines = crosses.map(({ line }) => line)
  refuse(
    'rulesBreakLine',
    {
      lines: lines.join(', '),
      names: JSON.stringify(lines),
      why: crosses.map(({ text }) => text).join(' '),
    },
    { crosses },
  )
}

/** Refuses `rulesObjected` with every objection to a version, not only the first. */
export function refuseObjected(
  objections: readonly Objection[],
  parameters: Parameters,
  locale: Locale,
  unreadable: readonly ObjectionText[] = [],
): never {
  const all = [...unreadable, ...presentObjections(objections, parameters, locale)]
  const between = locale === 'en' ? '; ' : '；'
  return refuse(
    'rulesObjected',
    { all: all.map(({ text }) => text).join(between) },
    { objections: all },
  )
}

type Numbers = AnswerOf<typeof ruleNumbersList>

/** The numbers that the version after this one may change, by chapter. */
export const presentNumbers = (p: Parameters, locale: Locale): Numbers => ({
  version: p.version,
  chapters: bookOf(p)
    .map(({ id, title }) => ({
      id,
      title: inLocale(locale, title),
      numbers: numberNames
        .filter(name => ruleNumbers[name].section === id && hasNumber(p, name))
        .map(name => ({
          name,
          title: inLocale(locale, ruleNumbers[name]),
          unit: unitOf(name),
          value: writtenNumber(p, name),
          figure: inLocale(locale, figureOf(p, name)),
          ...writtenBounds(name, bounds[name]),
          fixed: fixedNumbers.includes(name),
          harm: ruleNumbers[name].harm,
        })),
    }))
    .filter(({ numbers }) => numbers.length > 0),
})
