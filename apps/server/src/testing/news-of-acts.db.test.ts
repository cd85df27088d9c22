import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFurnished } from './furnished.ts'
import { goodCalls } from './good-calls.ts'
import type { HttpSystem } from './http-system.ts'
import type { TestMember } from './members.ts'
import { newsOfActs } from './news-of-acts.fixture.ts'
import type { Scene } from './scene.ts'

let system: HttpSystem
let scene: Scene
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
})
afterAll(() => system.close())

/** Takes the news that have come since it was last called. */
async function takeNews(actor: string | undefined): Promise<string[]> {
  const { rows } = await system.db.owner.query<{ member_id: string | null; topic: string }>(
    "delete from outbox where topic <> 'notifications' returning member_id, topic",
  )
  const who = (id: string | null) => (id === null ? 'all' : id === actor ? 'self' : 'other')
  return [...new Set(rows.map(row => `${who(row.member_id)} ${row.topic}`))].sort()
}

it('every act of a member is news to those whom it is about, and to nobody else', async () => {
  const news: Record<string, readonly string[]> = {}
  const calls = await goodCalls(system, scene)
  await takeNews(undefined)
  for (const { endpoint, asking } of calls) {
    const reply = await system.ask(endpoint, asking)
    expect([endpoint.id, reply.code]).toEqual([endpoint.id, 1])
    const actor = asking.as as Partial<TestMember> | undefined
    const since = await takeNews(actor?.memberId)
    if (endpoint.access === 'member') news[endpoint.id] = since
  }
  expect(news).toEqual(newsOfActs)
})
