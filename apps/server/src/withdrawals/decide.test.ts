import { parametersV1 } from '@banyan/economy'
import { describe, expect, it } from 'vitest'
import { Refused } from '../platform/refused.ts'
import { checksummed } from './address.ts'
import { decideRequest, type RequestFacts } from './decide.ts'
import { termsOf } from './terms.ts'

const HOUR = 3_600_000
const now = new Date('2026-11-21T12:00:00.000Z')
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const token = '0x55d398326f99059fF775485246999027B3197955'
const facts: RequestFacts = {
  terms: termsOf(parametersV1),
  ownAddress: false,
  tokenContract: token,
  usedToday: 0n,
  available: 5_000_000_000n,
  knownSince: null,
  now,
}
const decide = (request: Partial<{ address: string; amount: bigint }>, known = {}) =>
  decideRequest({ address, amount: 100_000_000n, ...request }, { ...facts, ...known })
const refusalOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refused) return { name: error.refusal, slots: error.slots }
    throw error
  }
  return null
}

describe('an address', () => {
  it.each([
    ['mixed case with the right checksum', address],
    ['lower case', address.toLowerCase()],
    ['upper case', `0x${address.slice(2).toUpperCase()}`],
  ])('in %s is accepted in its EIP-55 form', (_, given) => {
    expect(checksummed(given)).toBe(address)
  })

  it('with any one letter in the wrong case is refused', () => {
    for (let i = 2; i < address.length; i++) {
      const email = address[i] as string
      if (!/[a-f]/i.test(email)) continue
      const flipped = email === email.toLowerCase() ? email.toUpperCase() : email.toLowerCase()
      const wrong = address.slice(0, i) + flipped + address.slice(i + 1)
      expect(checksummed(wrong), wrong).toBeNull()
    }
  })

  it.each(['', '0x', address.slice(2), `${address}0`, `0X${address.slice(2)}`, ` ${address}`])(
    'written as "%s" is refused',
    given => {
      expect(checksummed(given)).toBeNull()
    },
  )
})

describe('a request', () => {
  it('pays the flat fee out of its amount', () => {
    expect(decide({ amount: 10_000_000n })).toMatchObject({
      fee: 1_000_000n,
      expected: 9_000_000n,
      leftToday: 2_000_000_000n,
    })
  })

  it.each([
    ['a wrong checksum', { address: address.replace('a', 'A') }, {}, 'withdrawalAddressChecksum'],
    ['the zero address', { address: `0x${'0'.repeat(40)}` }, {}, 'withdrawalAddressUnusable'],
    ['the token contract', { address: token.toLowerCase() }, {}, 'withdrawalAddressUnusable'],
    ['our own address', {}, { ownAddress: true }, 'withdrawalAddressOwn'],
    ['a unit below the minimum', { amount: 9_999_999n }, {}, 'withdrawalBelowMinimum'],
    ['a unit above the limit', { amount: 2_000_000_001n }, {}, 'withdrawalOverLimit'],
    ['what others left of the limit', {}, { usedToday: 1_900_000_001n }, 'withdrawalOverLimit'],
    ['a unit more than there is', {}, { available: 99_999_999n }, 'insufficientBalance'],
  ] as const)('is refused for %s', (_, request, known, refusal) => {
    expect(refusalOf(() => decide(request, known))?.name).toBe(refusal)
  })

  it('above the limit is told it, what is left and the hours that it counts, by the rules in force', () => {
    const longer = { ...termsOf(parametersV1), limitWindowMs: 48 * 3_600_000 }
    const refused = refusalOf(() => decide({ amount: 2_000_000_001n }, { terms: longer }))
    expect(refused?.slots).toEqual({ max: '2000', left: '2000', hours: 48 })
  })

  it('is accepted exactly at the minimum, the limit and the balance', () => {
    expect(decide({ amount: 10_000_000n }).amount).toBe(10_000_000n)
    expect(decide({ amount: 2_000_000_000n }).amount).toBe(2_000_000_000n)
    expect(decide({}, { usedToday: 1_900_000_000n }).leftToday).toBe(100_000_000n)
    expect(decide({}, { available: 100_000_000n }).amount).toBe(100_000_000n)
  })

  it('is judged by the address first, then by the limits, then by the balance', () => {
    const poor = { ownAddress: true, usedToday: 2_000_000_000n, available: 0n }
    const asked = { amount: 1n }
    const first = refusalOf(() => decide({ ...asked, address: address.replace('a', 'A') }, poor))
    expect(first?.name).toBe('withdrawalAddressChecksum')
    expect(refusalOf(() => decide(asked, poor))?.name).toBe('withdrawalAddressOwn')
    const own = { ...poor, ownAddress: false }
    expect(refusalOf(() => decide(asked, own))?.name).toBe('withdrawalBelowMinimum')
    expect(refusalOf(() => decide({}, own))).toEqual({
      name: 'withdrawalOverLimit',
      slots: { max: '2000', left: '0', hours: 24 },
    })
    expect(refusalOf(() => decide({}, { available: 0n }))?.slots).toEqual({
      asset: 'USDT',
      needed: '100.00',
      available: '0.00',
    })
  })

  it('to an address never used can be approved after 24 hours', () => {
    const verdict = decide({})
    expect(verdict.newAddress).toBe(true)
    expect(verdict.approvableFrom).toEqual(new Date(now.getTime() + 24 * HOUR))
  })

  it('to a cooling address can be approved 24 hours after its first use, not later', () => {
    const knownSince = new Date(now.getTime() - 20 * HOUR)
    const verdict = decide({}, { knownSince })
    expect(verdict.newAddress).toBe(true)
    expect(verdict.approvableFrom).toEqual(new Date(now.getTime() + 4 * HOUR))
  })

  it('to an address that has cooled can be approved at once', () => {
    const knownSince = new Date(now.getTime() - 24 * HOUR)
    const verdict = decide({}, { knownSince })
    expect(verdict.newAddress).toBe(false)
    expect(verdict.approvableFrom).toEqual(now)
  })
})
