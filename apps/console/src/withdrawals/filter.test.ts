import { expect, it } from 'vitest'
import { filterOf } from './filter.ts'

it.each([
  ['nothing', {}, {}],
  ['a state', { state: 'paid' }, { state: 'paid' }],
  ['every state', { state: 'all' }, { which: 'all' }],
  ['an account', { find: ' 62904233 ' }, { account: '62904233', which: 'all' }],
  ['a part of a number is found in what is loaded', { find: '6290' }, {}],
  ['an order', { find: 'w26112600000001' }, { order: 'W26112600000001', which: 'all' }],
  [
    'an address of a state',
    { find: '0x9c3D', state: 'paid' },
    { address: '0x9c3D', state: 'paid' },
  ],
  ['amounts', { least: '10', most: '99.5' }, { least: '10', most: '99.5' }],
  ['what is no amount', { least: '0', most: '1e9' }, {}],
  [
    'days, both included, of UTC+8',
    { from: '2026-11-01', to: '2026-11-02' },
    { from: '2026-10-31T16:00:00.000Z', before: '2026-11-02T16:00:00.000Z' },
  ],
  ['what is no day', { from: '2026-13-01', to: 'today' }, {}],
])('the filter of an address asks for %s', (_, query, filter) => {
  expect(filterOf(query as Record<string, string>)).toEqual(filter)
})
