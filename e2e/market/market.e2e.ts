import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { aroundJourneys } from './around.ts'
import { ownOrderJourneys } from './own-orders.ts'
import { openStage, type Stage, screenshot } from './stage.ts'
import { otherWays } from './ways.ts'

/* The market on both sides' pages, against a real product; the parts run in order. */
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await screenshot(stage.s, 'failed-zh')
  await screenshot(stage.b, 'failed-en')
})

describe('own orders', () => ownOrderJourneys(() => stage))
describe('around a trade', () => aroundJourneys(() => stage))
describe('another way', () => otherWays(() => stage))
