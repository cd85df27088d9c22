import type { CollectionTransaction } from '@banyan/payouts'
import { describe, expect, it } from 'vitest'
import { isCollection, isOurs, moves, requestsOf, stateOf } from './decide.ts'

const [hot, cold, thief] = ['0xHot', '0xCold', '0xThief']
const addressOf = (index: number) => `0xRecharge${index}`
const transaction = (change: Partial<CollectionTransaction>): CollectionTransaction => ({
  place: 0,
  id: '0x1',
  purpose: 'collect',
  index: 3,
  from: addressOf(3),
  to: hot,
  units: '5',
  nonce: 0,
  transactions: ['0x1'],
  state: 'signed',
  block: null,
  signedAt: '2026-11-23T12:00:00.000Z',
  ...change,
})

describe('a transaction', () => {
  it('collects only between the addresses that its purpose names', () => {
    const ours = (change: Partial<CollectionTransaction>) =>
      isCollection(transaction(change), { hot, cold }, addressOf)
    expect(ours({})).toBe(true)
    expect(ours({ to: cold })).toBe(true)
    expect(ours({ purpose: 'gas', from: hot, to: addressOf(3) })).toBe(true)
    expect(ours({ purpose: 'excess', index: null, from: hot, to: cold })).toBe(true)
    for (const lie of [
      { to: thief },
      { to: addressOf(4) },
      { from: thief },
      { from: addressOf(4) },
      { index: null },
      { purpose: 'gas', from: hot, to: thief },
      { purpose: 'gas', from: cold, to: addressOf(3) },
      { purpose: 'excess', index: null, from: hot, to: thief },
      { purpose: 'excess', index: null, from: cold, to: hot },
      { purpose: 'excess', from: hot, to: cold },
    ] as const)
      expect([lie, ours(lie)]).toEqual([lie, false])
  })

  it('is moved by a transfer of exactly its units between its two addresses', () => {
    const signed = { from: '0xAb', to: '0xCd', units: 7n }
    const seen = { address: '0xAb', recipient: '0xcd', tokenUnits: 7n }
    expect(moves(seen, signed)).toBe(true)
    expect(moves({ ...seen, tokenUnits: 6n }, signed)).toBe(false)
    expect(moves({ ...seen, recipient: '0xce' }, signed)).toBe(false)
    expect(moves({ ...seen, address: '0xCd' }, signed)).toBe(false)
  })

  it('is final by the watcher alone, except for gas', () => {
    const reported = { purpose: 'collect', state: 'final', block: 9 } as const
    expect(stateOf(reported, null)).toEqual({ state: 'signed', block: null })
    expect(stateOf(reported, { state: 'confirming', blockNumber: 8 })).toEqual({
      state: 'mined',
      block: 8,
    })
    expect(stateOf(reported, { state: 'final', blockNumber: 8 })).toEqual({
      state: 'final',
      block: 8,
    })
    const failed = { ...reported, state: 'failed' } as const
    expect(stateOf(failed, null)).toEqual({ state: 'failed', block: 9 })
    expect(stateOf(failed, { state: 'final', blockNumber: 8 })).toEqual({
      state: 'final',
      block: 8,
    })
    expect(stateOf({ ...reported, purpose: 'gas' }, null)).toEqual({ state: 'final', block: 9 })
  })
})

describe('the settings of the signer', () => {
  it('are ours when hot wallet, cold address and chain match, and it holds every deposit key in use', () => {
    const own = { xpubs: ['first', 'second'], hot, cold, chainId: 56 }
    const reported = { ...own, hotCap: '1', least: '1', gasLeft: '0' }
    expect(isOurs(reported, own)).toBe(true)
    expect(isOurs({ ...reported, xpubs: ['next', 'second', 'first'] }, own)).toBe(true)
    for (const other of [{ xpubs: ['second'] }, { hot: thief }, { cold: thief }, { chainId: 97 }])
      expect(isOurs({ ...reported, ...other }, own)).toBe(false)
  })
})

describe('requests to collect', () => {
  const keys = {
    xpubs: ['first', 'second'],
    of: (index: number) => ({ xpub: index < 10 ? 'first' : 'second', address: hot }),
  }

  it('are each of one key, so many indexes at a time, in their order', () => {
    expect(requestsOf([3, 12, 1, 11, 2], keys, 2)).toEqual([
      { xpub: 'first', some: [3, 1] },
      { xpub: 'first', some: [2] },
      { xpub: 'second', some: [12, 11] },
    ])
  })

  it('are made for the excess of the hot wallet where no address waits', () => {
    expect(requestsOf([], keys, 10)).toEqual([{ xpub: 'first', some: [] }])
  })
})
