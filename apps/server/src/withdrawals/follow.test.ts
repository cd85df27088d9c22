import { expect, it } from 'vitest'
import { pays } from './follow.ts'
import { waitsFor } from './present.ts'

const at = new Date('2026-11-23T12:00:00Z')
const later = new Date(at.getTime() + 1)
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const hot = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const row = { address, amount: 100n, fee: 1n }
const payout = { hotAddress: hot, handedAt: at }
const seen = {
  address: hot,
  recipient: address.toLowerCase(),
  tokenUnits: 990n,
  unitsPerMicro: 10n,
  seenAt: at,
}

it('a transfer pays a withdrawal by its exact amount and address, from its hot wallet, and not from before', () => {
  expect(pays(seen, row, payout)).toBe(true)
  expect(pays({ ...seen, tokenUnits: 991n }, row, payout)).toBe(false)
  expect(pays({ ...seen, tokenUnits: 1_000n }, row, payout)).toBe(false)
  expect(pays({ ...seen, recipient: hot.toLowerCase() }, row, payout)).toBe(false)
  expect(pays({ ...seen, address }, row, payout)).toBe(false)
  expect(pays({ ...seen, seenAt: new Date(at.getTime() - 1) }, row, payout)).toBe(false)
})

const facts = {
  frozenUntil: null,
  isFrozen: false,
  pause: null,
  payout: null,
  now: at,
  checksByRule: false,
  ruleCheck: null,
}

it('the cause of waiting is a freeze first, then the address, the next person, the payout', () => {
  const requested = { state: 'requested', approvableFrom: later, requestedAt: at } as const
  const cooled = { ...requested, approvableFrom: at }
  expect(waitsFor(requested, { ...facts, frozenUntil: later })).toEqual({
    for: 'freeze',
    until: later,
  })
  expect(waitsFor(requested, facts)).toEqual({ for: 'address', until: later })
  expect(waitsFor(cooled, { ...facts, pause: 'short' })).toEqual({ for: 'review' })
  expect(waitsFor({ ...cooled, state: 'reviewed' }, facts)).toEqual({ for: 'release' })
  const due = { ...facts, checksByRule: true, frozenUntil: later }
  expect(waitsFor(requested, due)).toEqual({ for: 'check' })
  // A check that has not come within an hour leaves it to people.
  const now = new Date(at.getTime() + 3_600_000)
  expect(waitsFor(cooled, { ...due, frozenUntil: null, now })).toEqual({ for: 'review' })
  expect(waitsFor({ ...cooled, state: 'reviewed' }, due)?.for).toBe('freeze')
  const released = { ...cooled, state: 'released' } as const
  expect(waitsFor(released, { ...facts, pause: 'short' })).toEqual({
    for: 'paused',
    cause: 'short',
  })
  expect(waitsFor(released, facts)).toEqual({ for: 'payout', until: null })
  // The withdrawal of an account that an operator has frozen is not on its way to the signer.
  const frozen = { ...facts, isFrozen: true, pause: 'short' } as const
  expect(waitsFor(released, frozen)).toEqual({ for: 'freeze', until: null })
  expect(waitsFor({ ...cooled, state: 'signed' }, frozen)).toEqual({ for: 'chain' })
  expect(waitsFor({ ...cooled, state: 'signed' }, { ...facts, frozenUntil: later })).toEqual({
    for: 'chain',
  })
  expect(waitsFor({ ...cooled, state: 'paid' }, facts)).toBeNull()
})
