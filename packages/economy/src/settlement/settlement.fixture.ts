import { ONE } from '@banyan/domain'
import fc from 'fast-check'
import { hasCycles } from '../earlier/cycles.ts'
import { releasesIncome } from '../editions.ts'
import { roundOf } from '../rounds.ts'
import type { SharingFacts } from './02-losses-and-income/sharing.ts'
import { staticCap } from './05-static-pay/static.ts'
import {
  cycleColumns,
  type PositionCycle,
  positionColumns,
  type StaticPosition,
} from './05-static-pay/static-columns.ts'
import { anyRun } from './06-dynamic-pay/dynamic.fixture.ts'
import type { RedeemFacts } from './07-redemptions/redemption.ts'
import type { Reinvestment } from './08-rounds-reopened/reopening.ts'
import type { PlacementFacts, PlacingInviter } from './10-placements/placement.ts'
import { quietInput, type SettlementInput } from './facts.ts'

const amount = (most: bigint, least = 0n) => fc.bigInt({ min: least, max: most })
const some = <T>(one: fc.Arbitrary<T>, maxLength = 6) => fc.array(one, { maxLength })
const memberId = fc.constantFrom('u', 'v', 'w', 'x', 'y', 'z')
const numbered = <T extends object>(word: string, rows: readonly T[]) =>
  rows.map((row, i) => ({ id: `${word} ${i}`, ...row }))

const anyPosition: fc.Arbitrary<Omit<StaticPosition & PositionCycle, 'id'>> = fc
  .record({
    memberId,
    quantity: amount(5_000n * ONE, 10n * ONE),
    openingValue: amount(20_000n * ONE, ONE),
    paidPart: fc.integer({ min: 0, max: 1_050 }),
    settlements: fc.integer({ min: 1, max: 360 }),
    unlockAsked: fc.boolean(),
    renews: fc.boolean(),
  })
  .map(({ paidPart, ...position }) => ({
    ...position,
    // Far from the cap, close to it, and beyond it, as a version that lowers the cap finds some.
    paid: (staticCap(position.openingValue) * BigInt(paidPart)) / 1_000n,
  }))

const anyStatics = fc
  .record({
    positions: some(anyPosition, 8),
    asked: some(fc.record({ memberId, quantity: amount(900n * ONE, 10n * ONE) })),
  })
  .map(({ positions, asked }) => ({
    rows: numbered('position', positions),
    asked: numbered('asked', asked),
  }))

const anyRedemptions: fc.Arbitrary<RedeemFacts> = fc
  .record({
    exchanges: some(fc.record({ memberId, quantity: amount(900n * ONE, ONE) })),
    undos: some(
      fc.record({ memberId, quantity: amount(900n * ONE, 1n), fill: amount(900n * ONE) }),
    ),
  })
  .map(({ exchanges, undos }) => ({
    exchanges: numbered('exchange', exchanges),
    undos: numbered('undo', undos),
  }))

const orders = some(
  fc.record({
    memberId,
    amount: fc.integer({ min: 5, max: 900 }).map(tens => BigInt(tens) * 10n * ONE),
  }),
  8,
).map(rows => numbered('order', rows))

/** A founder whose lines have grown, and people who came after, some under people who wait. */
const anyPlacements: fc.Arbitrary<PlacementFacts> = fc
  .record({
    total: amount(100n),
    choices: some(
      fc.record({
        inviter: fc.nat(12),
        choice: fc.constantFrom('left' as const, 'right' as const, 'smaller' as const),
      }),
      12,
    ),
    overdueFrom: fc.nat(12),
  })
  .map(({ total, choices, overdueFrom }) => {
    const founder: PlacingInviter = {
      memberId: 'founder',
      idx: 0,
      depth: 0,
      leftChain: 0,
      rightChain: 0,
      leftEnd: { idx: 3, depth: 2 },
      rightEnd: { idx: 2, depth: 1 },
      left: { total: 50n, members: 2 },
      right: { total, members: 1 },
    }
    const candidates = choices.map(({ inviter, choice }, i) => ({
      memberId: `new ${i}`,
      inviterId: inviter === 0 || inviter - 1 === i ? 'founder' : `new ${inviter - 1}`,
      choice,
    }))
    return {
      nextIdx: 4,
      inviters: [founder],
      requests: candidates.slice(0, overdueFrom),
      overdue: candidates.slice(overdueFrom),
    }
  })

/** What members have, where a loss may be shared; undefined in most runs. */
const maybeSharing: fc.Arbitrary<SharingFacts | undefined> = fc.option(
  fc
    .record({
      most: fc.oneof(amount(9_000n * ONE), fc.constant(10n ** 15n)),
      rows: some(
        fc.record({ balance: amount(90_000n * ONE, 1n), held: fc.integer({ min: 1, max: 100 }) }),
      ),
    })
    .map(({ most, rows }) => ({
      most,
      owners: rows.map((_, i) => `member ${i}`),
      balances: BigInt64Array.from(rows, ({ balance }) => balance),
      holds: numbered(
        'hold',
        rows.map(({ balance, held }) => ({ amount: (balance * BigInt(held)) / 100n })),
      ),
    })),
  { nil: undefined },
)

/** Which orders answer the prompt of a round, by their number, and of which node and round; undefined where none may. */
const maybeReinvestments = fc.option(
  some(fc.record({ order: fc.nat({ max: 7 }), node: fc.nat(), isNow: fc.nat({ max: 3 }) }), 8),
  { nil: undefined },
)

/** Any run at all over books that can bear it, by rules of today or of before: every step has something to do in many of them. */
export const anyInput: fc.Arbitrary<SettlementInput> = fc
  .record({
    run: anyRun,
    period: fc.constantFrom('2026-11-21', '2026-11-30', '2027-02-28'),
    reserve: amount(900_000n * ONE, 200_000n * ONE),
    outstanding: amount(400_000n * ONE, 200_000n * ONE),
    poolStatic: amount(9_000n * ONE),
    ops: amount(900n * ONE),
    risk: amount(900n * ONE),
    shortfall: fc.oneof(fc.constant(0n), amount(3_000n * ONE), amount(2_000_000n * ONE)),
    carried: fc.record({
      dynamicOff: amount(90n * ONE),
      staffShare: amount(90n * ONE),
      reserved: amount(900n * ONE),
    }),
    poolDynamic: amount(900n * ONE, 200n * ONE),
    income: fc.oneof(amount(40n), amount(9_000n * ONE), amount(900_000n * ONE)),
    receipts: some(fc.record({ amount: amount(900n * ONE, 1n) }), 3),
    largestUnapproved: fc.constantFrom(0n, 0n, ONE, 5_000n * ONE),
    statics: anyStatics,
    redemptions: anyRedemptions,
    orders,
    placements: anyPlacements,
    sharing: maybeSharing,
    reinvesting: maybeReinvestments,
  })
  .map(({ run, period, carried, sharing, reinvesting, ...facts }) => {
    const { statics, redemptions, placements, orders, receipts, largestUnapproved, ...rest } = facts
    const { income, ...books } = rest
    const { fees, period: _, ...dynamics } = run.facts
    const isSlow = releasesIncome(run.p)
    const { asked, rows } = statics
    const positions = hasCycles(run.p) ? cycleColumns(rows) : positionColumns(rows)
    const came = isSlow ? {} : { largestUnapproved, receipts: numbered('receipt', receipts) }
    const all = isSlow ? { ...books, income } : books
    return {
      ...quietInput(period, all, { ...run.p, ...(reinvesting && { reopenByReinvest: 1 }) }),
      carried,
      fees,
      redemptions,
      orders,
      placements,
      ...came,
      statics: { asked, positions },
      dynamics,
      ...(sharing && { sharing }),
      ...(reinvesting && {
        reinvestments: orders.flatMap(({ id }, i): Reinvestment[] => {
          const order = reinvesting.find(one => one.order === i)
          if (!order) return []
          // Few nodes, so that two orders of one run ask for the same.
          const node = order.node % Math.min(dynamics.nodes.parents.length, 3)
          return [{ orderId: id, node, round: order.isNow > 0 ? roundOf(period) : '2026Q3' }]
        }),
      }),
    }
  })
