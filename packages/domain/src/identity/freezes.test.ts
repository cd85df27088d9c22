import { describe, expect, it } from 'vitest'
import { allEndpoints } from '../endpoints.ts'
import {
  type ActKind,
  type FreezeCause,
  freezeCauses,
  freezeTable,
  judgeFrozen,
  type LiveFreeze,
} from './freezes.ts'

const writing = allEndpoints.filter(one => one.method === 'POST')
const until = (hours: number) => new Date(hours * 3_600_000)
const live = (...causes: FreezeCause[]): LiveFreeze[] =>
  causes.map((cause, i) => ({ cause, until: until(i + 1) }))

describe('the table of acts and freezes', () => {
  it('has a row for every call that writes, and none for a call that reads', () => {
    for (const { id, method, act } of allEndpoints) expect(act === null, id).toBe(method === 'GET')
  })

  it('never frees a call with the payment password by mistake', () => {
    // These move a member's own money between their own accounts within the platform.
    const within = [
      'subscriptions.place',
      'earnings.activate',
      'network.place',
      'redemptions.exchange',
      'redemptions.undo',
    ]
    for (const { id, act, paymentPassword } of writing)
      if (paymentPassword && !within.includes(id)) expect(act, id).not.toBe('keep')
  })

  it('refuses everything of a closed account except what names no account and what contacts the service', () => {
    for (const [kind, cells] of Object.entries(freezeTable))
      expect(cells.account, kind).toBe(
        kind === 'anonymous' || kind === 'askService' ? 'free' : 'refused',
      )
    for (const { id, act, whileFrozen } of writing)
      expect(whileFrozen, id).toBe(act === 'askService')
    for (const { id, act, access } of writing)
      if (access === 'member') expect(act, id).not.toBe('anonymous')
  })

  it('allows no sale under any freeze, and no redirection of money or codes after a reset', () => {
    for (const cause of freezeCauses) expect(freezeTable.sell[cause]).toBe('refused')
    for (const cause of ['login-reset', 'payment-reset'] as const)
      for (const kind of ['takeOut', 'redirect'] as const)
        expect(freezeTable[kind][cause]).toBe('refused')
  })
})

it('has the factor field in exactly the calls that a factor may be required of', () => {
  const asked = writing.filter(
    ({ act }) => typeof act === 'string' && Object.values(freezeTable[act]).includes('asked'),
  )
  const body = { stepUp: { by: 'login-password', loginPassword: 'green leaves 42' } }
  const takes = writing.filter(endpoint => {
    const result = endpoint.body.safeParse(body)
    const unknown = result.error?.issues.some(
      issue => issue.code === 'unrecognized_keys' && issue.keys.includes('stepUp'),
    )
    return unknown !== true
  })
  expect(takes.map(one => one.id).sort()).toEqual(asked.map(one => one.id).sort())
})

describe('a verdict', () => {
  it('is free without a freeze', () => {
    for (const kind of Object.keys(freezeTable) as ActKind[])
      expect(judgeFrozen(kind, [])).toEqual({ kind: 'free' })
  })

  it('returns the freeze that lasts longest', () => {
    const both = live('login-reset', 'address-change')
    expect(judgeFrozen('sell', both)).toEqual({ kind: 'refused', by: both[1] })
    expect(judgeFrozen('takeOut', both)).toEqual({ kind: 'refused', by: both[0] })
  })

  it.each([
    [['payment-reset'], 'login-password'],
    [['payment-reset', 'address-change'], 'login-password'],
    [['login-reset'], 'payment-password'],
    [['login-reset', 'payment-reset'], 'words'],
    [['payment-reset', 'email-change', 'login-reset'], 'words'],
  ] as const)('under %j requires for a release the %s', (causes, factor) => {
    expect(judgeFrozen('letGo', live(...causes))).toMatchObject({ kind: 'asked', factor })
  })

  it('requires nothing more for a release when nothing was reset', () => {
    expect(judgeFrozen('letGo', live('address-change', 'email-change'))).toEqual({ kind: 'free' })
  })
})
