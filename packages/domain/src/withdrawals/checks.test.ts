import { expect, it } from 'vitest'
import {
  checkWithdrawal,
  type WithdrawalCheck,
  type WithdrawalCheckFacts,
  withdrawalChecks,
} from './checks.ts'

const now = new Date('2026-12-01T00:00:00Z')
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const fine: WithdrawalCheckFacts = {
  isFrozen: false,
  approvableFrom: now,
  joinedAt: before(7 * 24),
  requestsToday: 3,
  othersAtAddress: 0,
  openCases: 0,
  paysInFull: true,
  now,
}
const failing = (change: Partial<WithdrawalCheckFacts>) =>
  checkWithdrawal({ ...fine, ...change }).flatMap(({ check, ok }) => (ok ? [] : [check]))

it('a small request of an old account to an address after its wait has no findings', () => {
  expect(checkWithdrawal(fine).map(({ check }) => check)).toEqual([...withdrawalChecks])
  expect(failing({})).toEqual([])
})

it.each<[WithdrawalCheck, Partial<WithdrawalCheckFacts>]>([
  ['freeze', { isFrozen: true }],
  ['address', { approvableFrom: new Date(now.getTime() + 1) }],
  ['velocity', { requestsToday: 4 }],
  ['sharedAddress', { othersAtAddress: 1 }],
  ['newAccount', { joinedAt: new Date(before(7 * 24).getTime() + 1) }],
  ['cases', { openCases: 1 }],
  ['paysInFull', { paysInFull: false }],
])('%s is the only finding', (check, change) => {
  expect(failing(change)).toEqual([check])
})
