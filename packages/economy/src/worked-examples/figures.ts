import { formatAmount, parseAmount } from '@banyan/domain'

/** Named figures as people read them: decimal text or a word; several of a kind with ` / ` between. */
export type Figures = Readonly<Record<string, string>>

/** One worked example of rule book 2.13: what is given, what comes out, and the rules that make it so. */
export interface WorkedExample {
  readonly id: string
  readonly title: { readonly zh: string; readonly en: string }
  readonly given: Figures
  readonly gives: Figures
  /** The rules themselves at work on what is given: to the last digit what `gives` says. */
  readonly work: (given: Figures) => Figures
}

const BETWEEN = ' / '

/** A figure that is given, as micro-units. */
export const amountOf = (given: Figures, name: string): bigint => parseAmount(textOf(given, name))

/** A list that is given, as micro-units. */
export const amountsOf = (given: Figures, name: string): bigint[] =>
  textOf(given, name)
    .split(BETWEEN)
    .map(text => parseAmount(text))

/** A figure that is given, as it stands. */
export function textOf(given: Figures, name: string): string {
  const text = given[name]
  if (text === undefined) throw new RangeError(`${name} is not given`)
  return text
}

/** Some of all figures, by their names. */
export const figuresOf = (all: Figures, ...names: readonly string[]): Figures =>
  Object.fromEntries(names.map(name => [name, textOf(all, name)]))

/** Micro-units with all six digits, because the last one is what an example is about. */
export const digits = (units: bigint): string => formatAmount(units, 6)

/** A list, each with all its digits. */
export const digitsOf = (units: readonly bigint[]): string => units.map(digits).join(BETWEEN)
