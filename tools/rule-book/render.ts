import { createHash } from 'node:crypto'
import {
  type BookSection,
  bookOf,
  differencesOf,
  type Figures,
  figureOf,
  linesOf,
  NO_VERSION_BEFORE,
  parametersV1,
  parametersV1In,
  ruleNumbers,
  versionText,
  type WorkedExample,
  workedExamples,
} from '@banyan/economy'

/** What a platform begins with; the numbers are what this page is about, not the instant. */
const newest = { ...parametersV1, effectiveAt: '' }
/** What held before. */
const earlier = { ...parametersV1In(2), version: 2, effectiveAt: '' }

/**
 * The rule book as Markdown: its words, the numbers that a platform begins with, what they change for
 * existing ones, and every worked example as the rules themselves work it out at this moment.
 */
export function renderRuleBook(): string {
  const sections = bookOf(newest).map(sectionText)
  return [
    '# The rule book',
    `Written by \`npm run rule-book\` out of the rules themselves; a test fails when this page says anything else. The app shows the same book, in both languages, under 规则书 / Rule book.`,
    `The numbers are one canonical text, whose SHA-256 begins with \`${hashOfNumbers().slice(0, 16)}\`. The hash of a version, which the app shows, is made over that text, the words of the change and the hash of the version before.`,
    '## The line that is never crossed',
    linesOf(newest)
      .map(({ id, en, zh }) => `- **${id}** ${en}  \n  ${zh}`)
      .join('\n'),
    '## The rules',
    ...sections,
    '## What changes for existing platforms',
    'An existing platform goes on under the version that it has published; the next one that two people publish brings these numbers, is shown with them, and holds seven days later at the earliest. Runs under an older version are worked out by its rules for ever, and their published hashes stay what they are.',
    changesText(),
    '## Worked examples (2.13)',
    'Amounts in USDT and LEAF, with every digit. What is given is on the left; what is on the right was worked out by the rules when this page was written, and a test compares it with what the design says. The design has E1 to E16, of which E9 went with the daily cap; E17 to E19 stand for themselves.',
    ...workedExamples.map(exampleText),
    '',
  ].join('\n\n')
}

function changesText(): string {
  const rows = differencesOf(earlier, { ...newest, version: 3 }).map(
    ({ name, before, after }) =>
      `| \`${name}\` | ${ruleNumbers[name].en} | ${ruleNumbers[name].zh} | ${before === null ? '–' : figureOf(earlier, name).en} | ${after === null ? 'ends' : figureOf(newest, name).en} |`,
  )
  return ['| Number | Is | 中文 | Before | Now |', '|---|---|---|---|---|', ...rows].join('\n')
}

function sectionText({ id, title, paragraphs, numbers }: BookSection): string {
  const rows = numbers.map(
    ({ name, title, figure }) => `| \`${name}\` | ${title.en} | ${title.zh} | ${figure.en} |`,
  )
  return [
    `### ${id} ${title.en} · ${title.zh}`,
    ...paragraphs.map(({ en }) => en),
    ...(rows.length > 0
      ? [['| Number | Is | 中文 | Value |', '|---|---|---|---|', ...rows].join('\n')]
      : []),
  ].join('\n\n')
}

function exampleText({ id, title, given, work }: WorkedExample): string {
  return [
    `### ${id} ${title.en} · ${title.zh}`,
    ['| Given | | Comes out | |', '|---|---|---|---|', ...rowsOf(given, work(given))].join('\n'),
  ].join('\n\n')
}

/** Two lists side by side, the shorter one filled up. */
function rowsOf(given: Figures, gives: Figures): string[] {
  const left = Object.entries(given)
  const right = Object.entries(gives)
  return Array.from({ length: Math.max(left.length, right.length) }, (_, i) => {
    const [name = '', value = ''] = left[i] ?? []
    const [outcome = '', digits = ''] = right[i] ?? []
    return `| ${spaced(name)} | ${value} | ${spaced(outcome)} | ${digits} |`
  })
}

/** `exitPriceAfter` as words. */
const spaced = (name: string): string => name.replace(/[A-Z]/g, email => ` ${email.toLowerCase()}`)

const hashOfNumbers = (): string =>
  createHash('sha256')
    .update(
      versionText({
        parameters: newest,
        difference: { zh: '', en: '' },
        previousHash: NO_VERSION_BEFORE,
      }),
    )
    .digest('hex')
