import { ONE } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../canonical.ts'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { recount } from '../../recount/index.ts'
import { nodesOf } from '../06-dynamic-pay/dynamic-nodes.ts'
import { settle } from '../settle.ts'
import { anyInput } from '../settlement.fixture.ts'
import type { Reinvestment } from './reopening.ts'
import { reopenRounds } from './reopening.ts'

const on: Parameters = { ...parametersV1, reopenByReinvest: 1 }
const period = '2026-11-21'
const order = (orderId: string, node = 0, round = '2026Q4'): Reinvestment => ({
  orderId,
  node,
  round,
})
const fill = (id: string, usdt: bigint) => ({
  id,
  filled: usdt * ONE,
  refunded: 0n,
  quantity: ONE,
})
/** The reopened rounds when node 0 has reached the cap before the run and node 1 is far from it. */
const opened = (
  reinvestments: readonly Reinvestment[],
  fills: ReturnType<typeof fill>[],
  p: Parameters = on,
) => {
  const nodes = nodesOf([
    { memberId: 'a', paidInRound: p.roundCapUsdt },
    { memberId: 'b', parent: 0, side: 'left', paidInRound: ONE },
  ])
  return reopenRounds({ period, reinvestments }, { fills, changes: [], nodes }, p)
}

describe('a dynamic re-investment', () => {
  test('reopens the closed round of its owner when the minimum of it is issued', () => {
    expect(opened([order('o')], [fill('o', 50n)])).toEqual([{ orderId: 'o', node: 0 }])
    expect(opened([order('o')], [fill('o', 49n)])).toEqual([])
    expect(opened([order('o')], [])).toEqual([])
  })

  test('reopens nothing when nothing of it is issued, whatever the minimum is', () => {
    const free = { ...on, reopenMinimumUsdt: 0n }
    expect(opened([order('o')], [fill('o', 0n)], free)).toEqual([])
    expect(opened([order('o')], [], free)).toEqual([])
    expect(opened([order('o')], [fill('o', 1n)], free)).toHaveLength(1)
  })

  test('reopens nothing where that is not switched on', () => {
    expect(opened([order('o')], [fill('o', 50n)], parametersV1)).toEqual([])
  })

  test('reopens no round that is not closed, none of another quarter, and no reopened one', () => {
    expect(opened([order('o', 1)], [fill('o', 50n)])).toEqual([])
    expect(opened([order('o', 0, '2026Q3')], [fill('o', 50n)])).toEqual([])
    expect(opened([order('o', 0, '2026Q4/2')], [fill('o', 50n)])).toEqual([])
  })

  test('reopens a round once, however many orders request it', () => {
    const orders = [order('o'), order('p')]
    expect(opened(orders, [fill('o', 60n), fill('p', 70n)])).toEqual([{ orderId: 'o', node: 0 }])
    expect(opened(orders, [fill('o', 10n), fill('p', 70n)])).toEqual([{ orderId: 'p', node: 0 }])
  })

  test('counts what this run has paid', () => {
    const nodes = nodesOf([{ memberId: 'a', paidInRound: on.roundCapUsdt - ONE }])
    const changes = [{ node: 0, left: 0n, right: 0n, paidInRound: on.roundCapUsdt }]
    const fills = [fill('o', 50n)]
    const facts = { period, reinvestments: [order('o')] }
    expect(reopenRounds(facts, { fills, changes, nodes }, on)).toHaveLength(1)
    expect(reopenRounds(facts, { fills, changes: [], nodes }, on)).toEqual([])
  })
})

describe('a run', () => {
  test('moves no unit by reopening rounds, and does not mention it where nothing is switched on', () => {
    fc.assert(
      fc.property(anyInput, ({ reinvestments, ...rest }) => {
        const { reopenByReinvest, ...parameters } = rest.parameters
        const off = { ...rest, parameters }
        const { reopened, ...settled } = settle({
          ...rest,
          ...(reinvestments && { reinvestments }),
        })
        const bytes = canonicalJson(settle(off))
        expect(canonicalJson(settled)).toBe(bytes)
        expect(reopened === undefined).toBe(reinvestments === undefined)
        expect(canonicalJson(off) + bytes).not.toMatch(/reopen[^M]|reinvest/)
      }),
    )
  })

  test('reopens what both computations return, one round of a node, by an order with enough issued', () => {
    let seen = 0
    fc.assert(
      fc.property(anyInput, fc.constantFrom(0n, on.reopenMinimumUsdt), (any, reopenMinimumUsdt) => {
        const input = { ...any, parameters: { ...any.parameters, reopenMinimumUsdt } }
        const result = settle(input)
        expect(recount(canonicalJson(input)).reopened).toEqual(result.reopened)
        const nodes = result.reopened?.map(one => one.node) ?? []
        expect(new Set(nodes).size).toBe(nodes.length)
        for (const { orderId } of result.reopened ?? []) {
          const { filled } = result.fills.find(one => one.id === orderId) ?? { filled: 0n }
          expect(filled).toBeGreaterThanOrEqual(reopenMinimumUsdt)
          expect(filled).toBeGreaterThan(0n)
        }
        seen += nodes.length
      }),
      { numRuns: 300 },
    )
    expect(seen).toBeGreaterThan(0)
  })
})
