import { operatorRoles, refillList, refusals } from '@banyan/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { joinedOperators } from '../testing/operators.ts'
import { payOnChain } from '../testing/receipts.ts'

let system: HttpSystem
let as: (name: string) => { token: string }
beforeAll(async () => {
  system = await openHttpSystem()
  as = await joinedOperators(system, operatorRoles)
})
afterAll(() => system.close())

it('lists what went from the cold address to the hot wallet, with how far it is on the chain', async () => {
  const pay = (usdt: string, how: Parameters<typeof payOnChain>[2]) =>
    payOnChain(system.db.database, usdt, how)
  await pay('300', { use: 'cold', leadsTo: 'hot' })
  await pay('200', { use: 'cold', leadsTo: 'hot', state: 'confirming' })
  await pay('70', { use: 'cold' })
  await pay('80', { use: 'income', leadsTo: 'hot' })
  await pay('90', { use: 'hot', leadsTo: 'cold' })
  const { items } = await system.must(refillList, { as: as('treasurer-1') })
  expect(items.map(one => [one.amount, one.state]).sort()).toEqual([
    ['200', 'confirming'],
    ['300', 'final'],
  ])
  for (const role of ['support', 'arbitrator']) {
    const { code } = await system.ask(refillList, { as: as(`${role}-1`) })
    expect(code).toBe(refusals.forbidden.code)
  }
})
