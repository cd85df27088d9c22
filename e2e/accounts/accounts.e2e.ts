import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { closingJourneys } from './closing.ts'
import { deviceJourneys } from './devices.ts'
import { Fixture } from './fixture.ts'
import { mailJourneys } from './mail.ts'
import { paymentJourneys } from './payments.ts'
import { serviceJourneys } from './service.ts'
import { wordsJourneys } from './words.ts'

/*
 * Every flow of accounts and sessions in a real browser, over one started product with its own
 * database, chain and mail. The parts run in order; within a part later journeys may continue with
 * what earlier ones made.
 */
let fixture: Fixture
beforeAll(async () => {
  fixture = await Fixture.open()
})
afterAll(() => fixture?.close())
afterEach(async ({ task }) => {
  const failed = task.result?.state === 'fail'
  const complaints = await fixture.putPhonesAway(failed)
  if (!failed) expect(complaints).toEqual([])
})

describe('words', () => wordsJourneys(() => fixture))
describe('devices', () => deviceJourneys(() => fixture))
describe('mail', () => mailJourneys(() => fixture))
describe('service', () => serviceJourneys(() => fixture))
describe('payments', () => paymentJourneys(() => fixture))
describe('closing', () => closingJourneys(() => fixture))
