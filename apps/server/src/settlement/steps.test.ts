import { existsSync } from 'node:fs'
import { settlementSteps as decided } from '@banyan/economy'
import { describe, expect, it } from 'vitest'
import { closingOrder, eachStep } from './steps.ts'

const economy = new URL('../../../../packages/economy/src/', import.meta.url)

/** `05-static-pay`, as its folders are called. */
const folderOf = ({ number, name }: { number: number; name: string }): string =>
  `${String(number).padStart(2, '0')}-${name.replaceAll(' ', '-')}`

describe('the steps of a settlement', () => {
  it('are those of the rule book that post or publish, in its order, and then the publication', () => {
    // The exit mark is a price: nothing is posted for it.
    const names = decided.map(({ name }) => name).filter(name => name !== 'exit mark')
    expect(eachStep.map(({ name }) => name)).toEqual([...names, 'publication'])
    for (const step of eachStep.filter(({ name }) => name !== 'publication'))
      expect(decided.find(({ name }) => name === step.name)?.number).toBe(step.number)
  })

  it('are closed once each at the cut-off where they freeze anything', () => {
    const closing = eachStep.filter(step => step.close)
    expect(new Set(closingOrder)).toEqual(new Set(closing))
    expect(closingOrder).toHaveLength(closing.length)
  })

  it('have each a folder here and in the economy package, and a second computation there', () => {
    for (const step of eachStep) {
      expect(existsSync(new URL(`${folderOf(step)}/step.ts`, import.meta.url))).toBe(true)
      if (step.name === 'publication') continue
      expect(existsSync(new URL(`settlement/${folderOf(step)}/decide.ts`, economy))).toBe(true)
      expect(existsSync(new URL(`recount/${folderOf(step)}.ts`, economy))).toBe(true)
    }
  })
})
