import { createHash } from 'node:crypto'
import { ONE } from '@banyan/domain'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../canonical.ts'
import { earlierParametersV1, parametersV1In } from '../earlier/parameters.ts'
import type { Parameters } from '../parameters.ts'
import { recount } from '../recount/index.ts'
import { NO_VERSION_BEFORE, versionText } from '../rule-book/document.ts'
import { cycleColumns } from './05-static-pay/static-columns.ts'
import { standing } from './06-dynamic-pay/dynamic-facts.ts'
import { nodesOf } from './06-dynamic-pay/dynamic-nodes.ts'
import { quietInput, type SettlementInput } from './facts.ts'
import { settle } from './settle.ts'

const books = {
  reserve: 103_500_123457n,
  outstanding: 98_765_432100n,
  poolStatic: 414n * ONE,
  poolDynamic: 30n * ONE,
  ops: 5n * ONE,
  risk: 7n * ONE,
  shortfall: 0n,
}

/** A day that uses every feature, on a platform with every switch off. */
const dayUnder = (parameters: Parameters): SettlementInput => ({
  ...quietInput('2026-11-21', books, parameters),
  fees: [
    { tradeId: 'trade 1', memberId: 'A', node: 1, coins: 3n * ONE, outside: true },
    { tradeId: 'trade 2', memberId: 'C', node: 2, coins: 2n * ONE, outside: true },
  ],
  statics: {
    asked: [{ id: 'asked 1', memberId: 'A', quantity: 20n * ONE }],
    positions: cycleColumns([
      {
        id: 'position 1',
        memberId: 'M',
        quantity: 10_000n * ONE,
        paid: 0n,
        openingValue: 10_000n * ONE,
        settlements: 3,
        unlockAsked: false,
        renews: true,
      },
    ]),
  },
  dynamics: {
    enabled: true,
    balancesPairBps: 800,
    kept: [],
    nodes: nodesOf([
      { memberId: 'M', standing: standing.distributed, paidInRound: 1_999_900000n },
      { memberId: 'A', parent: 0, side: 'left', standing: standing.sound },
      { memberId: 'C', parent: 0, side: 'right', standing: standing.sound },
    ]),
  },
  orders: [{ id: 'order 1', memberId: 'M', amount: 60n * ONE }],
})

/** A day on which older rules book receipts whole, and allot less than is requested. */
const crowdedUnder = (parameters: Parameters): SettlementInput => ({
  ...dayUnder(parameters),
  books: { ...books, shortfall: 9n * ONE },
  receipts: [
    { id: 'receipt 1', amount: 1_234_567891n },
    { id: 'receipt 2', amount: 7n },
  ],
  largestUnapproved: 200n * ONE,
  orders: ['6000', '9000', '700'].map((amount, i) => ({
    id: `order ${i}`,
    memberId: `member ${i}`,
    amount: BigInt(amount) * ONE,
  })),
})

/**
 * A day on which network pay reached its caps of a day and of a side, volume lapsed, and cycles and
 * a term ended.
 */
const cappedUnder = (parameters: Parameters): SettlementInput => {
  const { fees, ...day } = dayUnder(parameters)
  const sound = { standing: standing.sound, countedFees: ONE }
  const position = (id: string, settlements: number, renews: boolean, unlockAsked = false) => ({
    id,
    memberId: `owner of ${id}`,
    quantity: 900n * ONE,
    openingValue: 900n * ONE,
    paid: 5n * ONE,
    settlements,
    renews,
    unlockAsked,
  })
  return {
    ...day,
    books: { ...books, poolDynamic: 9_000n * ONE },
    fees: [...fees, { tradeId: 't', memberId: 'E', node: 4, coins: 900n * ONE, outside: true }],
    statics: {
      asked: [],
      positions: cycleColumns([
        position('a', 30, true),
        position('b', 60, false),
        position('c', 360, true),
        position('d', 17, false),
        position('e', 30, true, true),
      ]),
    },
    dynamics: {
      enabled: true,
      balancesPairBps: 800,
      kept: [],
      nodes: nodesOf([
        {
          memberId: 'M',
          standing: standing.distributed,
          balanceLeft: 99_000n * ONE,
          balanceRight: 100_000n * ONE,
        },
        { memberId: 'A', parent: 0, side: 'left', ...sound, balanceLeft: 99_999n * ONE },
        { memberId: 'C', parent: 0, side: 'right', ...sound, standing: 8, balanceRight: 7n * ONE },
        { memberId: 'D', parent: 2, side: 'right', inviter: 0, ...sound },
        { memberId: 'E', parent: 1, side: 'left', inviter: 0, ...sound },
      ]),
    },
  }
}

/** SHA-256 of a day's facts and of the results of both computations. */
function hashesOf(day: SettlementInput): string[] {
  const text = canonicalJson(day)
  const result = canonicalJson(settle(day))
  expect(canonicalJson(recount(text))).toBe(result)
  return [text, result].map(hashOf)
}

const textOf = (parameters: Parameters): string =>
  versionText({ parameters, difference: { zh: '', en: '' }, previousHash: NO_VERSION_BEFORE })

/** A hashed text never changes: anybody who holds the hash of a day can still recompute it. */
describe('a run and a version of an older edition', () => {
  const third = parametersV1In(3)
  const second = { ...earlierParametersV1, version: 2, effectiveAt: '2026-11-22T00:00:00.000Z' }

  test('have the bytes that they had when that edition was the newest', () => {
    expect(hashesOf(dayUnder(earlierParametersV1))).toEqual([
      '6b72df5611cce1da',
      '3dc45706f6af8050',
    ])
    expect([earlierParametersV1, second].map(textOf).map(hashOf)).toEqual([
      'e172db36bad4f58a',
      '3142fd7fa9b30968',
    ])
  })

  test('cap pairs by the day and what a side carries, let it lapse, and end cycles and terms, as they did', () => {
    const day = cappedUnder(third)
    expect(hashesOf(cappedUnder(earlierParametersV1))).toEqual([
      'b7161f4a30e36be2',
      'e6d39ff67cb0e2cc',
    ])
    expect(hashesOf(day)).toEqual(['3d74138f5672f11a', '18162c6b0b3c8e15'])
    expect(hashesOf(dayUnder(third))).toEqual(['b3e2cf2e2276fc9b', 'bef703806cc86e0a'])
    expect([third, { ...third, version: 2 }].map(textOf).map(hashOf)).toEqual([
      '3f73a359df7ea241',
      'e92e7349baf3d644',
    ])
    const { dynamics, turns, statics } = settle(day)
    expect(dynamics.pairs).toMatchObject([{ cap: 'daily', capped: 200n * ONE }])
    expect(dynamics.changes).toMatchObject([
      { node: 0, overflowLeft: 0n },
      { overflowLeft: 942_144200n },
      { lapsedRight: 7n * ONE },
    ])
    expect(turns.renewed).toEqual(['a'])
    expect(turns.unlocked.map(({ reason }) => reason)).toEqual(['cycle', 'asked'])
    expect([...statics.endings]).toEqual([0, 0, 2, 0, 0])
  })

  test('book receipts whole and share by guarantee and in proportion, as they did', () => {
    expect(hashesOf(crowdedUnder(second))).toEqual(['62bfa4667825f6ac', 'c856d62006a186cc'])
    const { fills, income } = settle({ ...crowdedUnder(second), largestUnapproved: 208n * ONE })
    expect([fills, income?.length]).toEqual([[], 2])
  })
})

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)
