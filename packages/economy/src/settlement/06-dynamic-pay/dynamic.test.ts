import { ONE, parseAmount } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from '../../amounts.ts'
import { canonicalJson } from '../../canonical.ts'
import { parametersV1 as p } from '../../parameters.ts'
import { payDynamicPostOrder } from '../../recount/06-dynamic-pay.ts'
import { anyRun } from './dynamic.fixture.ts'
import { FULL_FACTOR, payDynamic } from './dynamic.ts'
import { type DynamicFacts, standing, type TradeFee } from './dynamic-facts.ts'
import { type NodeRow, nodesOf } from './dynamic-nodes.ts'

const usdt = (text: string) => parseAmount(text)
const marks = { pool: usdt('1000000'), exitPrice: ONE }

/** The rest of a run's facts, where only the tree and the fees matter. */
const run = (rows: readonly NodeRow[], fees: readonly TradeFee[] = []): DynamicFacts => ({
  period: '2026-11-21',
  enabled: true,
  balancesPairBps: p.pairBps,
  nodes: nodesOf(rows),
  fees,
  kept: [],
})

const fee = (node: number | null, amount: string): TradeFee => ({
  tradeId: `trade of ${node}`,
  memberId: `member ${node}`,
  node,
  coins: usdt(amount),
  outside: true,
})

const effective = { standing: standing.sound, countedFees: usdt('0.5') }
/** Somebody who matches: an effective invitee on each side, and balances on both. */
const matching = (root: Partial<NodeRow>): NodeRow[] => [
  {
    memberId: 'M',
    standing: standing.distributed,
    balanceLeft: usdt('140'),
    balanceRight: usdt('80'),
    ...root,
  },
  { memberId: 'A', parent: 0, side: 'left', ...effective },
  { memberId: 'C', parent: 0, side: 'right', ...effective },
]

describe('who is paid', () => {
  test('for pairs: who has an effective direct invitee in each region', () => {
    const whole = matching({})
    expect(payDynamic(run(whole), marks).pairs).toHaveLength(1)
    const lacking: NodeRow[][] = [
      matching({ standing: 0 }),
      whole.map((row, node) => (node === 2 ? { ...row, countedFees: usdt('0.499999') } : row)),
      whole.map((row, node) => (node === 2 ? { ...row, standing: 0 } : row)),
      // Somebody else's invitee in the right region is not the own one.
      whole.map((row, node) => (node === 2 ? { ...row, inviter: 1 } : row)),
      // Two of them on one side.
      [
        whole[0],
        whole[1],
        { memberId: 'D', parent: 1, side: 'left', inviter: 0, ...effective },
      ] as NodeRow[],
    ]
    for (const rows of lacking) {
      const outcome = payDynamic(run(rows), marks)
      expect(outcome.pairs).toEqual([])
      expect(outcome.changes).toEqual([])
    }
  })

  test("a run's own fees make a member effective in that run", () => {
    const rows = matching({}).map((row, node) => (node === 2 ? { ...row, countedFees: 0n } : row))
    expect(payDynamic(run(rows, [fee(2, '0.5')]), marks).effective).toEqual([1, 2])
    const inside = { ...fee(2, '0.5'), outside: false }
    expect(payDynamic(run(rows, [inside]), marks).effective).toEqual([1])
  })

  test('an insider never: what it matches is consumed and stays for the reserve', () => {
    const rows = matching({ standing: standing.distributed | standing.insider })
    const outcome = payDynamic(run(rows, [fee(1, '100')]), marks)
    expect(outcome).toMatchObject({ direct: [], credits: [], paid: 0n, staffShare: usdt('6.4') })
    expect(outcome.changes[0]).toMatchObject({ left: usdt('160'), right: 0n })
  })

  test('nobody while the module is off, and no fee of that time is ever volume', () => {
    const rows = matching({})
    const off = { ...run(rows, [fee(1, '100'), fee(null, '7')]), enabled: false }
    const outcome = payDynamic(off, marks)
    expect(outcome).toMatchObject({ direct: [], pairs: [], credits: [], changes: [], paid: 0n })
    expect(outcome.volumes.map(volume => volume.fate)).toEqual(['none', 'none'])
    expect(outcome.effective).toEqual([1, 2])
    expect(outcome.reserved).toBe(usdt('8.8'))
  })
})

describe('volume of somebody who has no place yet', () => {
  const kept = (node: number | null) => ({
    tradeId: 'old trade',
    memberId: 'late',
    node,
    volume: usdt('100'),
  })

  test('is kept, and reserved with all that it can ever ask', () => {
    const outcome = payDynamic(
      { ...run(matching({}), [fee(null, '50')]), kept: [kept(null)] },
      marks,
    )
    expect(outcome.volumes[0]?.fate).toBe('kept')
    expect(outcome.released).toEqual([])
    // (140 + 80 − 2 × 80) × 4 % + (100 + 50) × 30 %
    expect(outcome.reserved).toBe(usdt('47.4'))
  })

  test('is credited in the first run that sees the place, once the module is on', () => {
    const rows = [
      ...matching({}),
      { memberId: 'late', parent: 2, side: 'left', inviter: 0 } as const,
    ]
    const facts = { ...run(rows), kept: [kept(3)] }
    const outcome = payDynamic(facts, marks)
    expect(outcome.released).toEqual(['old trade'])
    expect(outcome.direct).toMatchObject([{ source: 3, node: 0, amount: usdt('10') }])
    // It is two levels below M, so four fifths of it arrive: 80 + 80.
    expect(outcome.pairs[0]).toMatchObject({ left: usdt('140'), right: usdt('160') })
    expect(payDynamic({ ...facts, enabled: false }, marks)).toMatchObject({
      released: [],
      paid: 0n,
    })
  })
})

describe('caps', () => {
  test('direct pay comes first in a round, and pairs get what is left of it', () => {
    const rows = matching({ paidInRound: usdt('1989') })
    const outcome = payDynamic(run(rows, [fee(1, '100')]), marks)
    expect(outcome.direct[0]).toMatchObject({ amount: usdt('10'), cap: null })
    expect(outcome.pairs[0]).toMatchObject({
      amount: usdt('1'),
      consumed: usdt('12.5'),
      cap: 'round',
    })
    expect(outcome.eliminated).toEqual([0])
    expect(outcome.credits).toEqual([
      { node: 0, memberId: 'M', direct: usdt('10'), pairs: usdt('1') },
    ])
  })

  test('an eliminated member matches nothing, and what arrives is carried, however much that is', () => {
    const rows = matching({ paidInRound: usdt('2000'), balanceLeft: usdt('99950') })
    const outcome = payDynamic(run(rows, [fee(1, '80'), fee(2, '20')]), marks)
    expect(outcome.pairs).toEqual([])
    expect(outcome.direct.map(pay => [pay.amount, pay.cap])).toEqual([
      [0n, 'round'],
      [0n, 'round'],
    ])
    expect(outcome.eliminated).toEqual([])
    expect(outcome.changes).toMatchObject([{ left: usdt('100030'), right: usdt('100') }])
  })

  describe('that a version lowers', () => {
    const lower = { ...p, roundCapUsdt: usdt('1500') }
    const under = (row: Partial<NodeRow>, before = p.roundCapUsdt) => {
      const facts = { ...run(matching(row), [fee(1, '100')]), roundCapBefore: before }
      const outcome = payDynamic(facts, marks, lower)
      expect(payDynamicPostOrder(facts, marks, lower)).toEqual(outcome)
      return outcome
    }

    test('end a round that was paid more already, take nothing back and burn no volume', () => {
      const outcome = under({ paidInRound: usdt('1600') })
      expect(outcome).toMatchObject({ eliminated: [0], pairs: [], paid: 0n })
      expect(outcome.changes).toMatchObject([
        { node: 0, left: usdt('240'), right: usdt('80'), paidInRound: usdt('1600') },
      ])
    })
    test('end one of exactly the new cap, and one that nothing came to', () => {
      expect(under({ paidInRound: usdt('1500') }).eliminated).toEqual([0])
      const idle = [{ memberId: 'M', paidInRound: usdt('1600') }]
      const facts = { ...run(idle), roundCapBefore: p.roundCapUsdt }
      expect(payDynamic(facts, marks, lower)).toMatchObject({ eliminated: [0], changes: [] })
      expect(payDynamicPostOrder(facts, marks, lower).eliminated).toEqual([0])
    })
    test('end no round twice: not one that the cap before had closed, and not in the next run', () => {
      expect(under({ paidInRound: usdt('2000') }).eliminated).toEqual([])
      expect(under({ paidInRound: usdt('1600') }, usdt('1550')).eliminated).toEqual([])
      const next = run(matching({ paidInRound: usdt('1600') }))
      expect(payDynamic(next, marks, lower).eliminated).toEqual([])
    })
    test('end a round that its own pay closes, also beside a cap before that was lower', () => {
      const own = { paidInRound: usdt('1499.999999') }
      expect(under(own, usdt('150')).eliminated).toEqual([0])
    })
    test('leave alone who was paid less, and insiders', () => {
      expect(under({ paidInRound: usdt('1000') }).eliminated).toEqual([])
      const insider = { paidInRound: usdt('1600'), standing: standing.insider }
      expect(under(insider).eliminated).toEqual([])
    })
  })

  test('one run may bring as much as the round has left', () => {
    const rows = matching({ balanceLeft: usdt('90000'), balanceRight: usdt('25000') })
    expect(payDynamic(run(rows), marks).pairs).toMatchObject([
      { raw: usdt('2000'), amount: usdt('2000'), consumed: usdt('25000'), cap: null },
    ])
  })
})

describe('what is carried', () => {
  test('stays, however long its owner is away', () => {
    const rows = matching({ standing: standing.distributed | standing.lapsed })
    const outcome = payDynamic(run(rows, [fee(1, '10'), fee(2, '4')]), marks)
    expect(outcome.pairs[0]).toMatchObject({ left: usdt('150'), right: usdt('84') })
    expect(Object.keys(outcome.changes[0] ?? {})).toEqual(['node', 'left', 'right', 'paidInRound'])
  })

  test('shrinks when the pair rate rises, so that the pool still covers it; a falling rate leaves it', () => {
    const facts = { ...run(matching({ standing: 0 })), balancesPairBps: 600 }
    const risen = payDynamic(facts, marks)
    expect(risen.changes[0]).toMatchObject({ left: usdt('105'), right: usdt('60') })
    expect(risen.reserved).toBe(usdt('6.6'))
    expect(payDynamic({ ...facts, balancesPairBps: 900 }, marks).changes).toEqual([])
  })
})

test('a cut pay consumes the volume that it represents, rounded up: 0.000001 is 8 % of 0.0000125', () => {
  const outcome = payDynamic(run(matching({ paidInRound: usdt('1999.999999') })), marks)
  expect(outcome.pairs[0]).toMatchObject({ amount: 1n, consumed: 13n })
})

test('the factor is what the pool holds of what is asked, nine digits, rounded down', () => {
  const outcome = payDynamic(run(matching({ balanceRight: usdt('75') })), {
    ...marks,
    pool: usdt('2'),
  })
  // 2 ÷ 6; of 6 it leaves a millionth in the pool.
  expect(outcome).toMatchObject({ factor: 333_333_333n, paid: usdt('1.999999') })
  expect(outcome.pairs[0]?.consumed).toBe(usdt('24.999988'))
})

test('direct pay is cut only when a loss has emptied the pool', () => {
  const facts = run(matching({}), [fee(1, '100')])
  const outcome = payDynamic(facts, { ...marks, pool: usdt('4') })
  expect(outcome).toMatchObject({ directFactor: 400_000_000n, factor: 0n, paid: usdt('4') })
  expect(outcome.pairs[0]).toMatchObject({ amount: 0n, consumed: 0n })
})

test('a volume beyond what the pass adds up exactly is refused, not rounded', () => {
  const rows = matching({})
  const huge = { ...fee(1, '1'), coins: 2n ** 51n }
  expect(() => payDynamic(run(rows, [huge]), marks)).toThrow(RangeError)
  expect(() => payDynamic(run(matching({ balanceLeft: 2n ** 51n })), marks)).toThrow(RangeError)
})

describe('any run', () => {
  test('comes out the same by both computations, to the byte', () => {
    fc.assert(
      fc.property(anyRun, ({ facts, marks, p }) => {
        const asked = canonicalJson(facts)
        const outcome = canonicalJson(payDynamic(facts, marks, p))
        expect(canonicalJson(payDynamicPostOrder(facts, marks, p))).toBe(outcome)
        expect(canonicalJson(payDynamic(facts, marks, p))).toBe(outcome)
        expect(canonicalJson(facts)).toBe(asked)
      }),
      { numRuns: 500 },
    )
  })

  test('pays no more than the pool holds, and no more than its lines say', () => {
    fc.assert(
      fc.property(anyRun, ({ facts, marks, p }) => {
        const { paid, staffShare, credits, direct, pairs } = payDynamic(facts, marks, p)
        expect(paid + staffShare <= marks.pool).toBe(true)
        expect(sum(credits.map(one => one.direct + one.pairs))).toBe(paid)
        expect(sum([...direct, ...pairs].map(one => one.amount))).toBe(paid + staffShare)
      }),
    )
  })

  test('loses no volume: what arrives is carried or consumed, or by older rules cut off; a cut pay consumes only its own volume', () => {
    fc.assert(
      fc.property(anyRun, ({ facts, marks, p }) => {
        const { pairs, changes } = payDynamic({ ...facts, balancesPairBps: 800 }, marks, p)
        for (const pair of pairs) {
          const change = changes.find(one => one.node === pair.node)
          const left = change?.left ?? (facts.nodes.balancesLeft[pair.node] as bigint)
          const right = change?.right ?? (facts.nodes.balancesRight[pair.node] as bigint)
          expect(left + pair.consumed + (change?.overflowLeft ?? 0n)).toBe(pair.left)
          expect(right + pair.consumed + (change?.overflowRight ?? 0n)).toBe(pair.right)
          if (pair.amount === pair.raw) expect(pair.consumed).toBe(pair.matched)
          else
            expect(
              ((pair.consumed - 1n) * BigInt(p.pairBps)) / 10_000n < pair.amount ||
                pair.consumed === 0n,
            ).toBe(true)
        }
      }),
    )
  })

  test('never pays an insider, nor above the caps', () => {
    fc.assert(
      fc.property(anyRun, ({ facts, marks, p }) => {
        for (const { node, direct, pairs } of payDynamic(facts, marks, p).credits) {
          expect((facts.nodes.standings[node] as number) & standing.insider).toBe(0)
          expect(pairs <= (p.dailyCapUsdt ?? pairs)).toBe(true)
          expect((facts.nodes.paidInRound[node] as bigint) + direct + pairs <= p.roundCapUsdt).toBe(
            true,
          )
        }
      }),
    )
  })
})

test('depth is irrelevant: a chain of 100,000 pays like any tree, both ways', () => {
  const chain: NodeRow[] = Array.from({ length: 100_000 }, (_, node) =>
    node === 0
      ? { memberId: '0', standing: standing.distributed, balanceRight: usdt('1000') }
      : {
          memberId: `${node}`,
          parent: node - 1,
          side: 'left',
          inviter: 0,
          ...(node === 1 ? effective : {}),
        },
  )
  chain.push({ memberId: 'right', parent: 0, side: 'right', ...effective })
  const facts = run(chain, [fee(99_999, '10000'), fee(3, '100')])
  const outcome = payDynamic(facts, marks)
  // 100 three levels down: whole one level up, then twice four fifths; nothing is left of the deep one.
  expect(outcome.pairs).toMatchObject([{ node: 0, left: usdt('64'), matched: usdt('64') }])
  expect(outcome.factor).toBe(FULL_FACTOR)
  expect(canonicalJson(payDynamicPostOrder(facts, marks))).toBe(canonicalJson(outcome))
})
