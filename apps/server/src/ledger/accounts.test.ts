import { describe, expect, it } from 'vitest'
import { accountId, derivedAccountId } from './accounts.ts'
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
