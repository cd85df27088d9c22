import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type OrderQuantities,
  orderMoves,
  orderStatus,
  quantitiesAddUp,
  takeIsAllowed,
} from './order.ts'

const fresh = (total: bigint): OrderQuantities => ({
  total,
  available: total,
  inTrade: 0n,
  dealt: 0n,
  returned: 0n,
})

describe('an order', () => {
  it('has the status that its quantities determine, top-down', () => {
    const q = (available: bigint, inTrade: bigint, dealt: bigint, returned: bigint) => ({
      total: 10n,
      available,
      inTrade,
      dealt,
      returned,
    })
    expect(orderStatus(q(0n, 0n, 10n, 0n))).toBe('deal_complete')
    expect(orderStatus(q(0n, 0n, 0n, 10n))).toBe('cancelled')
    expect(orderStatus(q(0n, 4n, 6n, 0n))).toBe('partial_deal')
    expect(orderStatus(q(3n, 1n, 6n, 0n))).toBe('partial_deal_pending')
    expect(orderStatus(q(6n, 4n, 0n, 0n))).toBe('on_order')
    expect(orderStatus(q(0n, 10n, 0n, 0n))).toBe('on_order')
  })

  it('adds up after any sequence of its moves', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom('take', 'deal', 'fail', 'cancel'),
            fc.bigInt({ min: 1n, max: 50n }),
          ),
          { maxLength: 40 },
        ),
        steps => {
          let q = fresh(100n)
          let alive = true
          for (const [move, n] of steps) {
            if (move === 'take' && alive && n <= q.available) q = orderMoves.taken(q, n)
            if (move === 'deal' && n <= q.inTrade) q = orderMoves.dealt(q, n)
            if (move === 'fail' && n <= q.inTrade) q = orderMoves.failed(q, n, alive)
            if (move === 'cancel') {
              q = orderMoves.ended(q)
              alive = false
            }
            expect(quantitiesAddUp(q)).toBe(true)
          }
        },
      ),
    )
  })

  it('is taken within its limits, and a rest below the minimum only whole', () => {
    const q = { ...fresh(100n), available: 15n, inTrade: 85n }
    expect(takeIsAllowed(q, 10n, 10n, 50n)).toBe(true)
    expect(takeIsAllowed(q, 9n, 10n, 50n)).toBe(false)
    expect(takeIsAllowed(q, 15n, 20n, 50n)).toBe(true)
    expect(takeIsAllowed(q, 14n, 20n, 50n)).toBe(false)
    expect(takeIsAllowed(q, 15n, 10n, 12n)).toBe(false)
    expect(takeIsAllowed(q, 16n, 10n, 50n)).toBe(false)
  })
})
