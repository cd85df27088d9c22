import { addBlock, blockList, refusals, removeBlock } from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import type { TestMember } from '../testing/members.ts'
import { equip, offer, takePart } from '../testing/scene.ts'

let system: HttpSystem
let seller: TestMember
let buyer: TestMember
let orderId: string
let tradeId: string
beforeAll(async () => {
  system = await openHttpSystem()
  seller = await system.join('Sorrel')
  buyer = await system.join('Bramble')
  await equip(system, seller)
  orderId = (await offer(system, seller)).id
  tradeId = (await takePart(system, buyer, orderId)).id
})
afterAll(() => system.close())

const namesOf = async (member: TestMember) =>
  (await system.must(blockList, { as: member })).items.map(one => one.nickname)

describe('a block list', () => {
  it('takes the other party of a trade and the owner of an order, each once', async () => {
    const first = await system.must(addBlock, { as: seller, body: { through: tradeId } })
    expect(first.nickname).toBe('Bramble')
    expect(await system.must(addBlock, { as: seller, body: { through: tradeId } })).toEqual(first)
    await system.must(addBlock, { as: buyer, body: { through: orderId } })
    expect(await namesOf(seller)).toEqual(['Bramble'])
    expect(await namesOf(buyer)).toEqual(['Sorrel'])
  })

  it('is for members whom one has traded with or whose order one saw: not oneself, and not by others’ trades', async () => {
    const outsider = await system.join('Yarrow')
    const code = async (member: TestMember, body: object) =>
      (await system.ask(addBlock, { as: member, body })).code
    expect(await code(outsider, { through: tradeId })).toBe(refusals.notFound.code)
    expect(await code(seller, { through: orderId })).toBe(refusals.blockOneself.code)
    expect(await code(seller, { through: `ord_${'7'.repeat(32)}` })).toBe(refusals.notFound.code)
    expect(await namesOf(outsider)).toEqual([])
  })

  it('has one entry for a member who is blocked many times at once', async () => {
    const eager = await system.join('Eager')
    const adding = times(20, () => system.must(addBlock, { as: eager, body: { through: orderId } }))
    const replies = await Promise.all(
      await meet(system.db, changesOf('block'), adding, { waiting: 10 }),
    )
    expect(new Set(replies.map(one => one.id)).size).toBe(1)
  })

  it('deletes an own entry, and nobody else’s', async () => {
    const [entry] = (await system.must(blockList, { as: seller })).items
    const params = { id: entry?.id }
    expect((await system.ask(removeBlock, { as: buyer, params })).code).toBe(refusals.notFound.code)
    await system.must(removeBlock, { as: seller, params })
    expect(await namesOf(seller)).toEqual([])
    expect((await system.ask(removeBlock, { as: seller, params })).code).toBe(
      refusals.notFound.code,
    )
  })
})
