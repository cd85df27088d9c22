import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { appealJourneys } from './appeals.ts'
import { noticeJourneys } from './notices.ts'
import { Office } from './office.ts'
import { operatorJourneys } from './operators.ts'
import { ruleJourneys } from './rules.ts'
import { serviceJourneys } from './service.ts'
import { treasuryJourneys } from './treasury.ts'

/*
 * The main jobs of the console, each with the operators who do it side by side and the members who
 * see it, over one product. The parts do not need each other.
 */
let office: Office
beforeAll(async () => {
  office = await Office.open()
})
afterAll(() => office?.close())
afterEach(async ({ task }) => {
  const complaints = await office.clear()
  if (task.result?.state !== 'fail') expect(complaints).toEqual([])
})

describe('appeals', () => appealJourneys(() => office))
describe('service', () => serviceJourneys(() => office))
describe('notices', () => noticeJourneys(() => office))
describe('rules', () => ruleJourneys(() => office))
describe('treasury', () => treasuryJourneys(() => office))
describe('operators', () => operatorJourneys(() => office))
