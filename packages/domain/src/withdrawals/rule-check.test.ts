import { expect, it } from 'vitest'
import {
  type RuleCheckFacts,
  type RuleCheckReason,
  type RuleCheckTerms,
  reasonsForPeople,
  reasonsShown,
  ruleCheckReasons,
} from './rule-check.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-12-01T00:00:00Z')
const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
const justOverAnHour = new Date(now.getTime() - 3_600_000 - 1)
const justUnder = (days: number) => new Date(before(days).getTime() + 1)
const terms: RuleCheckTerms = {
  most: 100n,
  memberMost: 300n,
  platformMost: 2_000n,
  hourMost: 20,
  accountMs: 7 * DAY_MS,
  addressMs: 3 * DAY_MS,
  quietMs: 3 * DAY_MS,
}
/** At every limit, and above none. */
const fine: RuleCheckFacts = {
  requestedAt: new Date(now.getTime() - 3_600_000 + 1),
  amount: 100n,
  arrives: 99n,
  memberTotal: 300n,
  platformTotal: 1_900n,
  hourCount: 19,
  joinedAt: before(7),
  addressPaidAt: before(3),
  changedAt: before(3),
  isFrozen: false,
  openCases: 0,
  faults: 0,
  openRecharges: 0,
  requestsToday: 3,
  othersAtAddress: 0,
  isPaused: false,
  signerMost: 99n,
  now,
}
const reasons = (change: Partial<RuleCheckFacts>) => reasonsForPeople({ ...fine, ...change }, terms)

it('a withdrawal at every limit and above none is approved', () => {
  expect(reasons({})).toEqual([])
  expect(reasons({ changedAt: null })).toEqual([])
})

it.each<[RuleCheckReason, Partial<RuleCheckFacts>]>([
  ['late', { requestedAt: justOverAnHour }],
  ['memberTotal', { memberTotal: 301n }],
  ['platformTotal', { platformTotal: 1_901n }],
  ['hourCount', { hourCount: 20 }],
  ['signerCap', { signerMost: 98n }],
  ['youngAccount', { joinedAt: justUnder(7) }],
  ['youngAddress', { addressPaidAt: justUnder(3) }],
  ['youngAddress', { addressPaidAt: null }],
  ['changed', { changedAt: justUnder(3) }],
  ['freeze', { isFrozen: true }],
  ['cases', { openCases: 1 }],
  ['faults', { faults: 1 }],
  ['recharge', { openRecharges: 1 }],
  ['manyRequests', { requestsToday: 4 }],
  ['sharedAddress', { othersAtAddress: 1 }],
  ['paused', { isPaused: true }],
])('%s alone leaves it to people', (reason, change) => {
  expect(reasons(change)).toEqual([reason])
})

it('all reasons are returned, in one order', () => {
  const all: Partial<RuleCheckFacts> = {
    requestedAt: justOverAnHour,
    amount: 101n,
    arrives: 100n,
    memberTotal: 301n,
    hourCount: 20,
    joinedAt: now,
    addressPaidAt: null,
    changedAt: now,
    isFrozen: true,
    openCases: 1,
    faults: 1,
    openRecharges: 1,
    requestsToday: 4,
    othersAtAddress: 1,
    isPaused: true,
  }
  expect(reasons(all)).toEqual(ruleCheckReasons.filter(one => one !== 'off'))
})

it('without numbers in the rule book, or without an entry in the signer’s list, there is no check', () => {
  expect(reasonsForPeople(fine, null)).toEqual(['off'])
  expect(reasons({ signerMost: null })).toEqual(['off'])
})

it('a member learns nothing of other members, not by an omission either', () => {
  expect(reasonsShown(['youngAddress', 'sharedAddress'])).toEqual(reasonsShown(['youngAddress']))
  expect(reasonsShown(['sharedAddress'])).toEqual(['other'])
  expect(reasonsShown([])).toEqual([])
})

it('a member reads once that an amount is too large', () => {
  expect(reasonsShown(['amount', 'signerCap', 'changed'])).toEqual(['amount', 'changed'])
  expect(reasonsShown(['signerCap'])).toEqual(['signerCap'])
})
