import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountId, derivedAccountId, inLockOrder, SPLIT_ID } from './accounts.ts'
import { houseAccount, memberAccount } from './ledger.ts'

describe("an account's id", () => {
  // Accounts are looked up by it: a different derivation would open every account again under a new
  // id.
  const known = [
    [houseAccount('USDT', 'EXT'), 'b9d16f47-555c-8f21-b720-33dfe6c9bbbf'],
    [
      memberAccount('01900000-0000-7000-8000-000000000001', 'LEAF', 'escrow'),
      '712442d2-ce78-87ce-9c6b-32beb718ed96',
    ],
  ] as const

  it.each(known)('is for ever made from what the account is', (name, id) => {
    expect([accountId(name), accountId(name), derivedAccountId(name)]).toEqual([id, id, id])
  })
})

describe('the locking order', () => {
  it('is that of the ids, and SPLIT comes last, in whatever order they are named', () => {
    const ids = fc.uniqueArray(fc.uuid(), { maxLength: 12 })
    const named = ids.chain(others =>
      fc.shuffledSubarray([...others, SPLIT_ID], { minLength: others.length + 1 }),
    )
    fc.assert(
      fc.property(named, all => {
        const others = all.filter(id => id !== SPLIT_ID).sort()
        expect(inLockOrder(all)).toEqual([...others, SPLIT_ID])
        expect(inLockOrder(others.toReversed())).toEqual(others)
      }),
    )
  })
})
