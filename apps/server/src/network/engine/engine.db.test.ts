import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { openTreeEngine } from './engine.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

test('the first read waits two seconds for the sums, or until they are there; a glance does not', async () => {
  const engine = openTreeEngine({ databaseUrl: db.url, logger: pino({ level: 'silent' }) })
  const began = performance.now()
  expect(engine.glance()).toBeNull()
  const view = await engine.view()
  // A busy machine needs longer to start the thread.
  expect(view !== null || performance.now() - began > 1_900).toBe(true)
  await engine.close()
})
