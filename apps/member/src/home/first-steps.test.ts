import { describe, expect, it } from 'vitest'
import { stepsDone } from './first-steps.ts'

const nothing = { recharged: '0', paidToSellers: '0', gotFromBuyers: '0' }
const unbound = { offered: true, bound: null }
const holding = (usdt: string, leaf: string) => [
  { asset: 'USDT' as const, value: usdt },
  { asset: 'LEAF' as const, value: leaf },
]

describe('the first steps', () => {
  it('are all open for a new account', () => {
    const done = stepsDone({ assets: holding('0', '0'), flows: nothing, email: unbound })
    expect(done).toEqual({ recharge: false, coin: false, email: false })
  })
  it('stay done when the money has been moved on', () => {
    const flows = { ...nothing, recharged: '50' }
    expect(stepsDone({ assets: holding('0', '0'), flows, email: unbound }).recharge).toBe(true)
    const sold = { ...nothing, gotFromBuyers: '20' }
    expect(stepsDone({ assets: holding('0', '0'), flows: sold, email: unbound }).coin).toBe(true)
  })
  it('count a coin bought on the market, without any recharge', () => {
    const done = stepsDone({ assets: holding('0', '12'), flows: nothing, email: unbound })
    expect(done).toMatchObject({ recharge: true, coin: true })
  })
  it('do not include an e-mail address where none can be bound', () => {
    const email = { offered: false, bound: null }
    expect(stepsDone({ assets: holding('0', '0'), flows: nothing, email }).email).toBe(true)
  })
})
