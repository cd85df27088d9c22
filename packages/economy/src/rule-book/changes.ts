import { amountPattern, parseAmount, SCALE } from '@banyan/domain'
import { type Parameters, parametersV1 } from '../parameters.ts'
import { type NumberName, numberNames } from './numbers.ts'

/** Written numbers of a change of the rules: amounts and prices as decimal text, the rest whole. */
export type WrittenNumbers = Readonly<Record<string, string | number>>

/** The result of parsing a written change: the numbers that could be read, and the names that could not. */
export interface ReadNumbers {
  readonly numbers: Partial<Pick<Parameters, NumberName>>
  /** No number of the book has this name. */
  readonly unknown: readonly string[]
  /** The value does not have this number's format. */
  readonly unreadable: readonly NumberName[]
}

const isAmount = (name: string): boolean => /(Usdt|Leaf|Price)$/.test(name)

/**
 * Parses written numbers: names that end in `Usdt`, `Leaf` or `Price` have decimal text in whole
 * units (`"2.5"`); every other number is whole, in the unit at the end of its name.
 */
export function readNumbers(written: WrittenNumbers): ReadNumbers {
  const names = Object.keys(written)
  const unknown = names.filter(name => !(numberNames as readonly string[]).includes(name))
  const known = names.filter(name => !unknown.includes(name)) as NumberName[]
  const read = known.map(
    name => [name, readNumber(name, written[name] as string | number)] as const,
  )
  return {
    numbers: Object.fromEntries(read.filter(([, value]) => value !== null)),
    unknown,
    unreadable: read.filter(([, value]) => value === null).map(([name]) => name),
  }
}

function readNumber(name: NumberName, written: string | number): bigint | number | null {
  if (isAmount(name)) {
    const isRight = typeof written === 'string' && amountPattern(SCALE).test(written)
    return isRight ? parseAmount(written) : null
  }
  if (typeof written !== 'number' || !Number.isSafeInteger(written)) return null
  return typeof parametersV1[name] === 'bigint' ? BigInt(written) : written
}
