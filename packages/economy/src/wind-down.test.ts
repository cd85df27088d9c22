import { ONE, parseAmount } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sum } from './amounts.ts'
import { canonicalJson } from './canonical.ts'
import { parametersV1 } from './parameters.ts'
import { recountWindDown } from './recount/index.ts'
import { type WindDownFacts, windDown, windDownAt, windDownProposed } from './wind-down.ts'

const usdt = parseAmount
const foundedAt = new Date('2026-01-01T00:00:00Z')
const daysAfter = (days: number) => new Date(foundedAt.getTime() + days * 86_400_000)

describe('a wind-down is proposed', () => {
  const sound = { reserve: usdt('1000'), outstanding: usdt('900'), foundedAt }

  test('when hardly anybody trades, and not before the platform is 180 days old', () => {
    const quiet = { ...sound, traded: usdt('999.999999') }
    expect(windDownProposed({ ...quiet, now: daysAfter(179) })).toBeNull()
    expect(windDownProposed({ ...quiet, now: daysAfter(180) })).toBe('trade')
    expect(windDownProposed({ ...sound, traded: usdt('1000'), now: daysAfter(180) })).toBeNull()
  })

  test('when the coin is worth less than the floor, at any age', () => {
    const poor = { ...sound, reserve: usdt('89.999999'), traded: usdt('5000'), now: daysAfter(1) }
    expect(windDownProposed(poor)).toBe('price')
    expect(windDownProposed({ ...poor, reserve: usdt('90') })).toBeNull()
  })

  test('and is carried out thirty days after its notice', () => {
    expect(windDownAt(foundedAt)).toEqual(daysAfter(30))
    expect(windDownAt(foundedAt, { ...parametersV1, windDownNoticeDays: 60 })).toEqual(
      daysAfter(60),
    )
  })
})

const holder = (memberId: string, quantity: string, leastHeld: string, isInsider = false) => ({
  memberId,
  quantity: usdt(quantity),
  leastHeld: usdt(leastHeld),
  isInsider,
})

const quiet: WindDownFacts = {
  reserve: usdt('1000'),
  outstanding: usdt('1000'),
  seed: usdt('100'),
  poolStatic: 0n,
  poolDynamic: 0n,
  ops: 0n,
  costs: 0n,
  risk: 0n,
  income: 0n,
  positions: [],
  holders: [holder('ann', '600', '600'), holder('ben', '300', '0')],
}

describe('the end of the platform', () => {
  test('pays all coins at the exit price without fee; the seed’s part goes to those who held', () => {
    expect(windDown(quiet)).toMatchObject({
      ofStatic: [],
      exitPrice: ONE,
      ofCoins: [usdt('600'), usdt('300')],
      ofRisk: [usdt('100'), 0n],
      ops: 0n,
    })
  })

  test('divides the static pool by weight, and pays the rest of both pools and of OPS with the coins', () => {
    const outcome = windDown({
      ...quiet,
      poolStatic: usdt('40'),
      poolDynamic: usdt('30'),
      ops: usdt('90'),
      costs: usdt('20'),
      positions: [
        { id: 'one', memberId: 'ann', quantity: usdt('300') },
        { id: 'two', memberId: 'ben', quantity: usdt('100') },
      ],
    })
    expect(outcome.ofStatic).toEqual([usdt('30'), usdt('10')])
    expect(outcome.exitPrice).toBe(usdt('1.1'))
    expect(outcome.ofCoins).toEqual([usdt('660'), usdt('330')])
    expect(outcome.ops).toBe(usdt('20'))
  })

  test('pays income that was not released with the coins', () => {
    expect(windDown({ ...quiet, income: usdt('50') }).exitPrice).toBe(usdt('1.05'))
  })

  test('shares RISK by the smallest balance before the notice: a member who bought after it gets nothing', () => {
    const holders = [
      holder('early', '300', '200'),
      holder('less', '300', '100'),
      holder('late', '300', '0'),
    ]
    expect(windDown({ ...quiet, risk: usdt('50'), holders }).ofRisk).toEqual([
      usdt('100'),
      usdt('50'),
      0n,
    ])
  })

  test('gives accounts of the platform the price of their coins and nothing of RISK', () => {
    const holders = [holder('ann', '600', '100'), holder('staff', '300', '300', true)]
    const outcome = windDown({ ...quiet, holders })
    expect(outcome.ofCoins).toEqual([usdt('600'), usdt('300')])
    expect(outcome.ofRisk).toEqual([usdt('100'), 0n])
  })

  test('shares RISK by coins where nobody held any before the notice, so that none of it goes to OPS', () => {
    const holders = [holder('ann', '600', '0'), holder('ben', '300', '0')]
    const outcome = windDown({ ...quiet, risk: usdt('50'), holders })
    expect(outcome).toMatchObject({
      riskBy: 'quantity',
      ofRisk: [usdt('100'), usdt('50')],
      ops: 0n,
    })
  })

  test('shares RISK by coins where less than a tenth of them was held so long: one old coin does not take all', () => {
    const by = (leastHeld: string) => {
      const holders = [holder('ann', '600', leastHeld), holder('ben', '300', '0')]
      return windDown({ ...quiet, risk: usdt('50'), holders })
    }
    expect(by('0.000001')).toMatchObject({ riskBy: 'quantity', ofRisk: [usdt('100'), usdt('50')] })
    expect(by('89.999999').riskBy).toBe('quantity')
    expect(by('90')).toMatchObject({ riskBy: 'leastHeld', ofRisk: [usdt('150'), 0n] })
  })

  test('leaves RISK to OPS only where no member has a coin', () => {
    const holders = [holder('staff', '900', '900', true)]
    const outcome = windDown({ ...quiet, risk: usdt('50'), holders })
    expect(outcome).toMatchObject({ riskBy: 'nobody', ofRisk: [0n], ops: usdt('150') })
  })

  test('rejects more coins than there are', () => {
    expect(() => windDown({ ...quiet, seed: usdt('100.000001') })).toThrow(RangeError)
  })

  const amount = fc.bigInt({ min: 0n, max: 10n ** 13n })
  const anyFacts: fc.Arbitrary<WindDownFacts> = fc
    .record({
      reserve: amount,
      seed: fc.constant(usdt('100')),
      poolStatic: amount,
      poolDynamic: amount,
      ops: amount,
      costs: amount,
      risk: amount,
      income: amount,
      positions: fc.array(
        fc.record({ id: fc.constant('p'), memberId: fc.constant('m'), quantity: amount }),
      ),
      holders: fc.array(
        fc.record({
          memberId: fc.constant('m'),
          quantity: amount,
          leastHeld: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 11n }), amount),
          isInsider: fc.boolean(),
        }),
      ),
      unlisted: amount,
    })
    .map(({ unlisted, ...facts }) => ({
      ...facts,
      outstanding: facts.seed + unlisted + sum(facts.holders.map(one => one.quantity)),
    }))

  test('pays out every unit and not one more, for any amounts', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const { ofStatic, ofCoins, ofRisk, ops } = windDown(facts)
        const parts = [...ofStatic, ...ofCoins, ...ofRisk, ops]
        expect(parts.every(part => part >= 0n)).toBe(true)
        const { reserve, poolStatic, poolDynamic, risk, income } = facts
        expect(sum(parts)).toBe(reserve + poolStatic + poolDynamic + facts.ops + risk + income)
      }),
    )
  })

  const inputOf = (facts: WindDownFacts) =>
    canonicalJson({
      ...facts,
      announcedAt: 'a',
      frozenAt: 'b',
      ruleVersion: 1,
      epoch: 0,
    })

  test('is recomputed to the same bytes from its text alone', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        expect(canonicalJson(recountWindDown(inputOf(facts)))).toBe(canonicalJson(windDown(facts)))
      }),
      { numRuns: 300 },
    )
  })

  test('gives other bytes when one unit of the input differs', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const other = { ...facts, reserve: facts.reserve + 1n }
        expect(canonicalJson(recountWindDown(inputOf(other)))).not.toBe(
          canonicalJson(windDown(facts)),
        )
      }),
    )
    expect(() => recountWindDown(inputOf({ ...quiet, seed: usdt('100.000001') }))).toThrow(
      RangeError,
    )
  })

  test('pays nobody more for a split on the day before', () => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const twice = windDown({
          ...facts,
          outstanding: facts.outstanding * 2n,
          seed: facts.seed * 2n,
          positions: facts.positions.map(one => ({ ...one, quantity: one.quantity * 2n })),
          holders: facts.holders.map(one => ({
            ...one,
            quantity: one.quantity * 2n,
            leastHeld: one.leastHeld * 2n,
          })),
        })
        const once = windDown(facts)
        expect(twice.ofStatic).toEqual(once.ofStatic)
        // At half the price rounding loses half a millionth more on each coin.
        once.ofCoins.forEach((paid, i) => {
          const more = (twice.ofCoins[i] as bigint) - paid
          const coins = (facts.holders[i]?.quantity ?? 0n) / ONE
          expect(more <= 1n && more >= -2n * coins - 2n).toBe(true)
        })
      }),
    )
  })
})
