import { createHash } from 'node:crypto'
import { ONE } from '@banyan/domain'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { standing } from './dynamic-facts.ts'
import { nodesOf } from './dynamic-nodes.ts'
import { parametersV1, parametersV2 } from './parameters.ts'
import { recount } from './recount/index.ts'
import { NO_VERSION_BEFORE, versionText } from './rule-book/document.ts'
import { settle } from './settlement.ts'
import { quietInput } from './settlement-facts.ts'
import { positionColumns } from './static-columns.ts'

const books = {
  ...{ reserve: 103_500_123457n, outstanding: 98_765_432100n, poolStatic: 414n * ONE },
  ...{ poolDynamic: 30n * ONE, ops: 5n * ONE, risk: 7n * ONE, shortfall: 0n },
}

/** A day with something of everything, in a house that has switched nothing on. */
const day = {
  ...quietInput('2026-11-21', books),
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
}

/** A text that is hashed is never another one: who holds the hash of a day can still come to it. */
test('what has no switch on has the bytes that it had before there was one', () => {
  const text = canonicalJson(day)
  const result = canonicalJson(settle(day))
  expect(canonicalJson(recount(text))).toBe(result)
  const versions = [parametersV1, { ...parametersV2, effectiveAt: '2026-11-22T00:00:00.000Z' }]
  const texts = versions.map(parameters =>
    versionText({ parameters, difference: { zh: '', en: '' }, previousHash: NO_VERSION_BEFORE }),
  )
  expect([text, result, ...texts].map(hashOf)).toEqual([
    // The day's facts, what it comes to, and the numbers of versions 1 and 2.
    '6b72df5611cce1da',
    '3dc45706f6af8050',
    'e172db36bad4f58a',
    '3142fd7fa9b30968',
  ])
})

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)
