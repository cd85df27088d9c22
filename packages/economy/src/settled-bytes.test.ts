import { createHash } from 'node:crypto'
import { ONE } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { standing } from './dynamic-facts.ts'
import { nodesOf } from './dynamic-nodes.ts'
import { earlierParametersV1 } from './earlier/parameters.ts'
import type { Parameters } from './parameters.ts'
import { recount } from './recount/index.ts'
import { NO_VERSION_BEFORE, versionText } from './rule-book/document.ts'
import { settle } from './settlement.ts'
import { quietInput, type SettlementInput } from './settlement-facts.ts'
import { positionColumns } from './static-columns.ts'

const books = {
  ...{ reserve: 103_500_123457n, outstanding: 98_765_432100n, poolStatic: 414n * ONE },
  ...{ poolDynamic: 30n * ONE, ops: 5n * ONE, risk: 7n * ONE, shortfall: 0n },
}

/** A day with something of everything, in a house that has switched nothing on. */
const dayUnder = (parameters: Parameters): SettlementInput => ({
  ...quietInput('2026-11-21', books, parameters),
  fees: [
    ...[{ tradeId: 'trade 1', memberId: 'A', node: 1, coins: 3n * ONE, outside: true }],
    ...[{ tradeId: 'trade 2', memberId: 'C', node: 2, coins: 2n * ONE, outside: true }],
  ],
  statics: {
    asked: [{ id: 'asked 1', memberId: 'A', quantity: 20n * ONE }],
    positions: positionColumns([
      {
        ...{ id: 'position 1', memberId: 'M', quantity: 10_000n * ONE, paid: 0n },
        ...{ openingValue: 10_000n * ONE, settlements: 3, unlockAsked: false, renews: true },
      },
    ]),
  },
  dynamics: {
    ...{ enabled: true, balancesPairBps: 800, kept: [] },
    nodes: nodesOf([
      { memberId: 'M', standing: standing.distributed, paidInRound: 1_999_900000n },
      { memberId: 'A', parent: 0, side: 'left', standing: standing.sound },
      { memberId: 'C', parent: 0, side: 'right', standing: standing.sound },
    ]),
  },
  orders: [{ id: 'order 1', memberId: 'M', amount: 60n * ONE }],
})

/** A day on which older rules book receipts whole, and share out less than is asked for. */
const crowdedUnder = (parameters: Parameters): SettlementInput => ({
  ...dayUnder(parameters),
  books: { ...books, shortfall: 9n * ONE },
  receipts: [
    { id: 'receipt 1', amount: 1_234_567891n },
    { id: 'receipt 2', amount: 7n },
  ],
  largestUnapproved: 200n * ONE,
  orders: ['6000', '9000', '700'].map((amount, i) => ({
    ...{ id: `order ${i}`, memberId: `member ${i}`, amount: BigInt(amount) * ONE },
  })),
})

/** SHA-256 of a day's facts and of what both computations come to. */
function hashesOf(day: SettlementInput): string[] {
  const text = canonicalJson(day)
  const result = canonicalJson(settle(day))
  expect(canonicalJson(recount(text))).toBe(result)
  return [text, result].map(hashOf)
}

const textOf = (parameters: Parameters): string =>
  versionText({ parameters, difference: { zh: '', en: '' }, previousHash: NO_VERSION_BEFORE })

/** A text that is hashed is never another one: who holds the hash of a day can still come to it. */
describe('a run and a version of an older edition', () => {
  const second = { ...earlierParametersV1, version: 2, effectiveAt: '2026-11-22T00:00:00.000Z' }

  test('have the bytes that they had when that edition was the newest', () => {
    expect(hashesOf(dayUnder(earlierParametersV1))).toEqual([
      '6b72df5611cce1da',
      '3dc45706f6af8050',
    ])
    expect([earlierParametersV1, second].map(textOf).map(hashOf)).toEqual([
      ...['e172db36bad4f58a', '3142fd7fa9b30968'],
    ])
  })

  test('book receipts whole and share by guarantee and in proportion, as they did', () => {
    expect(hashesOf(crowdedUnder(second))).toEqual(['62bfa4667825f6ac', 'c856d62006a186cc'])
    const { fills, income } = settle({ ...crowdedUnder(second), largestUnapproved: 208n * ONE })
    expect([fills, income?.length]).toEqual([[], 2])
  })
})

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)
