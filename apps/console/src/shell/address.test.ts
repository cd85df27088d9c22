import { describe, expect, it } from 'vitest'
import { changedQuery, readAddress, writeAddress } from './address.ts'

describe('the address', () => {
  it.each([
    ['', { page: 'overview', id: null, query: {} }],
    ['#/', { page: 'overview', id: null, query: {} }],
    ['#/appeals', { page: 'appeals', id: null, query: {} }],
    [
      '#/withdrawals/wdr_1?sort=-amount&state=requested',
      { page: 'withdrawals', id: 'wdr_1', query: { sort: '-amount', state: 'requested' } },
    ],
    ['#/members/%E0%A4%A', { page: 'members', id: '%E0%A4%A', query: {} }],
  ])('%s is read', (hash, address) => {
    expect(readAddress(hash)).toEqual(address)
  })

  it('is written as it was read, with its names in order', () => {
    const hash = '#/withdrawals/wdr_1?find=%E6%98%9F&sort=-amount'
    expect(writeAddress(readAddress(hash))).toBe(hash)
    const turned = readAddress('#/withdrawals/wdr_1?sort=-amount&find=%E6%98%9F')
    expect(writeAddress(turned)).toBe(hash)
  })

  it('loses a filter that is emptied', () => {
    expect(changedQuery({ state: 'requested', find: 'x' }, { find: '', sort: 'age' })).toEqual({
      state: 'requested',
      sort: 'age',
    })
    expect(changedQuery({ state: 'requested' }, { state: null })).toEqual({})
  })
})
