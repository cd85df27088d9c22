import { formatAmount, parseAmount } from '@banyan/domain'

/** Named figures: decimal text or a word; several of a kind with ` / ` between. */
export type Figures = Readonly<Record<string, string>>

/** One worked example of rule book 2.13: the given figures, the results, and the rules that produce them. */
export interface WorkedExample {
  readonly id: string
  readonly title: { readonly zh: string; readonly en: string }
  readonly given: Figures
  readonly gives: Figures
  /** Applies the rules to the given figures; the result must equal `gives` to the last digit. */
  readonly work: (given: Figures) => Figures
}

const BETWEEN = ' / '

/** Returns a given figure in micro-units. */
export const amountOf = (given: Figures, name: string): bigint => parseAmount(textOf(given, name))

/** Returns a given list in micro-units. */
export const amountsOf = (given: Figures, name: string): bigint[] =>
  textOf(given, name)
    .split(BETWEEN)
    .map(text => parseAmount(text))

/** Returns a given figure as its text. */
export function textOf(given: Figures, name: string): string {
  const text = given[name]
  if (text === undefined) throw new RangeError(`${name} is not given`)
  return text
}

/** Picks some of the figures by their names. */
export const figuresOf = (all: Figures, ...names: readonly string[]): Figures =>
  Object.fromEntries(names.map(name => [name, textOf(all, name)]))

/** Micro-units with all six digits, because an example is about the last one. */
export const digits = (units: bigint): string => formatAmount(units, 6)

/** A list, each with all its digits. */
export const digitsOf = (units: readonly bigint[]): string => units.map(digits).join(BETWEEN)
