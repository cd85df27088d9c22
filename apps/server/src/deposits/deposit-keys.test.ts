import { describe, expect, it } from 'vitest'
import { DepositKeyNotNamed, generationAt, openDepositKeys } from './deposit-keys.ts'
import { newXpub } from './deposits.fixture.ts'
import { openDerivation } from './derive.ts'

const [first, second, third] = [newXpub(), newXpub(), newXpub()]
const generation = (number: number, xpub: string, firstIndex: number) => ({
  number,
  xpub,
  firstIndex,
  since: new Date(),
  why: null,
})

describe('the deposit keys', () => {
  const generations = [generation(1, first, 0), generation(2, second, 5), generation(3, third, 9)]

  it('derive each index by the key that was in use when it was given out', () => {
    const { derive, current } = openDepositKeys([third, first, second]).ring(generations)
    for (const [index, xpub] of [
      [0, first],
      [4, first],
      [5, second],
      [8, second],
      [9, third],
    ] as const)
      expect(derive(index)).toBe(openDerivation(xpub)(index))
    expect(current.xpub).toBe(third)
  })

  it('changed twice before an address was given out: the newer one counts', () => {
    const twice = [generation(1, first, 0), generation(2, second, 5), generation(3, third, 5)]
    expect(generationAt(twice, 5).number).toBe(3)
  })

  it('are unusable where the settings do not name every one of them', () => {
    for (const named of [[first, second], [third]])
      expect(() => openDepositKeys(named).ring(generations)).toThrow(DepositKeyNotNamed)
  })

  it('of a platform without addresses are the first one of the settings', () => {
    const { derive } = openDepositKeys([first, second]).ring([])
    expect(derive(7)).toBe(openDerivation(first)(7))
  })
})
