import { expect, it } from 'vitest'
import { filterOf, isSearchedByServer } from './filter.ts'

const hash = `0x${'Ab'.repeat(32)}`

it('asks the server for a whole hash, address or account, and for nothing else', () => {
  expect(filterOf({ find: ` ${hash} ` })).toEqual({ hash: hash.toLowerCase() })
  expect(filterOf({ find: hash.slice(0, 42) })).toEqual({
    address: hash.slice(0, 42).toLowerCase(),
  })
  expect(filterOf({ find: '12345678' })).toEqual({ account: '12345678' })
  expect(filterOf({ find: '1234567' })).toEqual({})
  expect(isSearchedByServer(hash)).toBe(true)
  expect(isSearchedByServer('Ann')).toBe(false)
})

it('leaves out states and marks that are none', () => {
  expect(filterOf({ state: 'ignored', mark: 'any' })).toEqual({ state: 'ignored', mark: 'any' })
  expect(filterOf({ state: 'lost', mark: 'odd' })).toEqual({})
})
