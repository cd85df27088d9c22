import { ONE } from '@banyan/domain'
import fc from 'fast-check'
import { parametersV1In } from '../../earlier/parameters.ts'
import { type Edition, isIn } from '../../editions.ts'
import type { Parameters } from '../../parameters.ts'
import type { DynamicMarks } from './dynamic.ts'
import type { DynamicFacts, KeptVolume, TradeFee } from './dynamic-facts.ts'
import { type NodeRow, nodesOf } from './dynamic-nodes.ts'

/** A tree of up to `size` nodes in which everybody is under anybody with a free side, invited by anybody before. */
export const anyRows = (size: number): fc.Arbitrary<NodeRow[]> =>
  fc
    .array(fc.record({ at: fc.nat(), right: fc.boolean(), by: fc.nat(), ...anyFact() }), {
      minLength: 1,
      maxLength: size,
    })
    .map(drafts => {
      const free: { parent: number; side: 'left' | 'right' }[] = []
      return drafts.map(({ at, right, by, ...facts }, node): NodeRow => {
        const slot = node === 0 ? [] : free.splice(at % free.length, 1)
        free.push({ parent: node, side: right ? 'right' : 'left' })
        free.push({ parent: node, side: right ? 'left' : 'right' })
        const inviter = node === 0 ? {} : { inviter: by % node }
        return { memberId: `member ${node}`, ...slot[0], ...inviter, ...facts }
      })
    })

/** The caps of a balance in the runs; a balance that is already there and meets no other side stays there. */
const balanceCaps = [100_000n * ONE, 1_000n * ONE]
const anyBalance = () =>
  fc.oneof(
    { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: 200_000n * ONE }) },
    fc.constantFrom(0n, ...balanceCaps),
  )

const anyFact = () => ({
  balanceLeft: anyBalance(),
  balanceRight: anyBalance(),
  paidInRound: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 2_100n * ONE })),
  countedFees: fc.bigInt({ min: 0n, max: ONE }),
  standing: fc.nat({ max: 15 }),
})

/** Fees of nodes, or of members who wait for their place. */
export const anyFees = (nodes: number, most = 30): fc.Arbitrary<TradeFee[]> =>
  fc
    .array(
      fc.record({
        node: fc.option(fc.nat({ max: nodes - 1 })),
        coins: fc.bigInt({ min: 1n, max: 5_000n * ONE }),
        outside: fc.boolean(),
      }),
      { maxLength: most },
    )
    .map(drafts =>
      drafts.map((draft, i) => ({ tradeId: `trade ${i}`, memberId: `of ${draft.node}`, ...draft })),
    )

const anyKept = (nodes: number): fc.Arbitrary<KeptVolume[]> =>
  anyFees(nodes, 5).map(fees =>
    fees.map(({ tradeId, memberId, node, coins }) => ({
      tradeId,
      memberId,
      node,
      volume: BigInt(coins),
    })),
  )

/** Any run at all: any tree, any standing, any pool, rules of any edition, caps low enough to be met. */
export const anyRun: fc.Arbitrary<{ facts: DynamicFacts; marks: DynamicMarks; p: Parameters }> =
  anyRows(24)
    .chain(rows =>
      fc.record({
        facts: fc.record({
          period: fc.constant('2026-11-21'),
          enabled: fc.oneof(
            { weight: 4, arbitrary: fc.constant(true) },
            fc.boolean().map(() => false),
          ),
          balancesPairBps: fc.constantFrom(800, 800, 500, 900),
          nodes: fc.constant(nodesOf(rows)),
          fees: anyFees(rows.length),
          kept: anyKept(rows.length),
        }),
        marks: fc.record({
          pool: fc.oneof(fc.constant(1_000_000n * ONE), fc.bigInt({ min: 0n, max: 500n * ONE })),
          exitPrice: fc.bigInt({ min: 100_000n, max: 2n * ONE }),
        }),
        capBefore: fc.constantFrom(undefined, 2_000n * ONE, 150n * ONE),
        p: fc
          .record({
            edition: fc.constantFrom<Edition>(2, 3, 4, 5, 6, 7),
            dailyCapUsdt: fc.constantFrom(200n * ONE, 4n * ONE),
            roundCapUsdt: fc.constantFrom(2_000n * ONE, 100n * ONE),
            balanceCapUsdt: fc.constantFrom(...balanceCaps),
          })
          .map(({ edition, roundCapUsdt, ...ended }): Parameters => {
            const caps = Object.entries(ended).filter(([name]) => isIn(edition, name))
            return { ...parametersV1In(edition), roundCapUsdt, ...Object.fromEntries(caps) }
          }),
      }),
    )
    .map(({ capBefore, ...run }) =>
      capBefore === undefined || capBefore <= run.p.roundCapUsdt
        ? run
        : { ...run, facts: { ...run.facts, roundCapBefore: capBefore } },
    )
