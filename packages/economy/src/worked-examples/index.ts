import { dynamicExamples } from './dynamic-examples.ts'
import type { WorkedExample } from './figures.ts'
import { incomeExamples } from './income-examples.ts'
import { payExamples } from './pay-examples.ts'
import { priceExamples } from './price-examples.ts'
import { windDownExamples } from './wind-down-examples.ts'

export type { Figures, WorkedExample } from './figures.ts'

/** The worked examples of rule book 2.13 in their order: a test asserts them, the book prints them. */
export const workedExamples: readonly WorkedExample[] = [
  ...priceExamples,
  ...payExamples,
  ...dynamicExamples,
  ...incomeExamples,
  ...windDownExamples,
].toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
