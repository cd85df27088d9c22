import { formatAmount } from '@banyan/domain'
import type { Parameters } from '../parameters.ts'
import type { Bounds } from './bounds.ts'
import { isSwitch, type NumberName, numberOf } from './numbers.ts'

/** The unit of a number, by the end of its name. */
export type NumberUnit =
  | 'usdt'
  | 'leaf'
  | 'price'
  | 'bps'
  | 'ms'
  | 'hours'
  | 'days'
  | 'switch'
  | 'count'

const endings = [
  ['Usdt', 'usdt'],
  ['Leaf', 'leaf'],
  ['Price', 'price'],
  ['Bps', 'bps'],
  ['Ms', 'ms'],
  ['Hours', 'hours'],
  ['Days', 'days'],
] as const satisfies readonly (readonly [string, NumberUnit])[]

export const unitOf = (name: NumberName): NumberUnit =>
  isSwitch(name) ? 'switch' : (endings.find(([end]) => name.endsWith(end))?.[1] ?? 'count')

/** A number as `readNumbers` reads it: amounts and prices as decimal text, the rest whole. */
const writtenAs = (name: NumberName, value: bigint): string | number =>
  ['usdt', 'leaf', 'price'].includes(unitOf(name)) ? formatAmount(value, 0) : Number(value)

/** A number of a version as it is written in a change of the rules. */
export const writtenNumber = (p: Parameters, name: NumberName): string | number =>
  writtenAs(name, BigInt(numberOf(p, name)))

/** Its bounds, written likewise. */
export const writtenBounds = (name: NumberName, { least, most }: Bounds) => ({
  least: writtenAs(name, least),
  most: writtenAs(name, most),
})
