import type { Day } from './queries.ts'

/** The figures of a day that are amounts. */
export type AmountName = {
  [K in keyof Day]: Day[K] extends string ? (K extends 'period' ? never : K) : never
}[keyof Day]
/** Those that are counts. */
export type CountName = { [K in keyof Day]: Day[K] extends number ? K : never }[keyof Day]

export type FigureName = AmountName | CountName

/** The columns of the table, in their order. */
export const counts = [
  'members',
  'joined',
  'active',
  'recharges',
  'withdrawals',
  'trades',
] as const satisfies readonly CountName[]
export const amounts = [
  'recharged',
  'withdrawn',
  'volume',
  'tradeFees',
  'withdrawalFees',
  'staticPaid',
  'dynamicPaid',
  'released',
  'poolStatic',
  'poolDynamic',
  'income',
  'ops',
  'risk',
  'reserve',
] as const satisfies readonly AmountName[]

/** The charts: at most three lines each, of one unit. */
export const charts = {
  members: ['active', 'joined'],
  money: ['recharged', 'withdrawn'],
  trades: ['volume'],
  pay: ['staticPaid', 'dynamicPaid', 'tradeFees'],
  pools: ['poolStatic', 'poolDynamic', 'income'],
  price: ['price'],
} as const satisfies Record<string, readonly FigureName[]>
export type ChartName = keyof typeof charts
