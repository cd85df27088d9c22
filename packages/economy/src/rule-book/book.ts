import type { Parameters } from '../parameters.ts'
import { figureOf } from './figures.ts'
import {
  type BothLanguages,
  everyNumber,
  hasNumber,
  type NumberName,
  ruleNumbers,
} from './numbers.ts'
import { ruleSections } from './sections.ts'

/** A number as the book shows it. */
export interface BookNumber {
  readonly name: NumberName
  readonly title: BothLanguages
  readonly figure: BothLanguages
}

/** A section with the version's numbers filled in. */
export interface BookSection {
  readonly id: string
  readonly title: BothLanguages
  readonly paragraphs: readonly BothLanguages[]
  readonly numbers: readonly BookNumber[]
}

const placeholder = /\{(\w+)\}/g

/** The names of the numbers in a paragraph. */
export const numbersIn = (text: string): NumberName[] =>
  [...text.matchAll(placeholder)].map(([, name]) => name as NumberName)

/** The rule book of a version: the same words for every version, with its own numbers. */
export const bookOf = (p: Parameters): BookSection[] =>
  ruleSections.map(({ id, title, paragraphs }) => ({
    id,
    title,
    paragraphs: paragraphs
      .filter(entry => entry.appliesTo?.(p) ?? true)
      .map(({ zh, en }) => ({
        zh: zh.replace(placeholder, (_, name: NumberName) => figureOf(p, name).zh),
        en: en.replace(placeholder, (_, name: NumberName) => figureOf(p, name).en),
      })),
    numbers: everyNumber
      .filter(name => ruleNumbers[name].section === id && hasNumber(p, name))
      .map(name => ({ name, title: titleOf(name), figure: figureOf(p, name) })),
  }))

const titleOf = (name: NumberName): BothLanguages => {
  const { zh, en } = ruleNumbers[name]
  return { zh, en }
}
