import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { closingJourneys } from './closing.ts'
import { deviceJourneys } from './devices.ts'
import { mailJourneys } from './mail.ts'
import { paymentJourneys } from './payments.ts'
import { serviceJourneys } from './service.ts'
import { Stand } from './stand.ts'
import { wordsJourneys } from './words.ts'

/*
 * Every flow of accounts and sessions in a real browser, over one started product with its own
 * database, chain and mail. The parts run in order; within a part later journeys may continue with
 * what earlier ones made.
 */
let stand: Stand
beforeAll(async () => {
  stand = await Stand.open()
})
afterAll(() => stand?.close())
afterEach(async ({ task }) => {
  const failed = task.result?.state === 'fail'
  const complaints = await stand.putPhonesAway(failed)
  if (!failed) expect(complaints).toEqual([])
})

describe('words', () => wordsJourneys(() => stand))
describe('devices', () => deviceJourneys(() => stand))
describe('mail', () => mailJourneys(() => stand))
describe('service', () => serviceJourneys(() => stand))
describe('payments', () => paymentJourneys(() => stand))
describe('closing', () => closingJourneys(() => stand))
