import { createHmac } from 'node:crypto'
import type { ChoiceQuestion, ChosenOption, Locale, WrongAnswer } from '@banyan/domain'
import type { KeyRing } from '../platform/key-ring.ts'
import { refuse } from '../platform/refused.ts'

type Text = Readonly<Record<Locale, string>>
type Both = [zh: string, en: string]

/**
 * A question with three options. The first option is the right one; they are shown in another
 * order.
 */
export interface BankQuestion {
  readonly id: string
  readonly text: Text
  readonly options: readonly [Text, Text, Text]
  /** Why that option is right. */
  readonly why: Text
}

const text = ([zh, en]: Both): Text => ({ 'zh-CN': zh, en })

/** A question in both languages, Chinese first as everywhere. */
export const bankQuestion = (
  id: string,
  asked: Both,
  [right, second, third]: [Both, Both, Both],
  why: Both,
): BankQuestion => ({
  id,
  text: text(asked),
  options: [text(right), text(second), text(third)],
  why: text(why),
})

/** Names an option of a question. */
export type OptionNamer = (question: string, option: number) => string

/**
 * Name the options of one occasion: without the key nobody can derive which name is the right
 * option. The first one is for what is shown now; the others know what was shown before a key was
 * replaced.
 */
export function optionNamers(keys: KeyRing, occasion: string): [OptionNamer, ...OptionNamer[]] {
  const namer =
    ({ key }: { key: Buffer }): OptionNamer =>
    (question, option) =>
      createHmac('sha256', key)
        .update(`quiz ${occasion} ${question} ${option}`)
        .digest('hex')
        .slice(0, 16)
  const [current, ...others] = keys.accepted
  return [namer(current), ...others.map(namer)]
}

/**
 * A question as a member reads it. Options are ordered by their names, which differ from occasion
 * to occasion.
 */
export const presentQuestion = (
  nameOf: OptionNamer,
  { id, text, options }: BankQuestion,
  locale: Locale,
): ChoiceQuestion => ({
  id,
  text: text[locale],
  options: options
    .map((option, i) => ({ id: nameOf(id, i), text: option[locale] }))
    .sort((a, b) => (a.id < b.id ? -1 : 1)),
})

/**
 * The questions that were answered wrongly, with the reason. Refuses `quizIncomplete` when an
 * answer is missing.
 */
export function judge(
  {
    questions,
    namers,
    locale,
  }: { questions: readonly BankQuestion[]; namers: readonly OptionNamer[]; locale: Locale },
  answers: readonly ChosenOption[],
): WrongAnswer[] {
  const chosen = new Map(answers.map(one => [one.question, one.option]))
  if (!questions.every(({ id }) => chosen.has(id))) refuse('quizIncomplete')
  return questions
    .filter(({ id }) => !namers.some(nameOf => chosen.get(id) === nameOf(id, 0)))
    .map(({ id, text, why }) => ({ question: id, text: text[locale], why: why[locale] }))
}
