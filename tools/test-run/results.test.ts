import { expect, test } from 'vitest'
import { tally } from './results.ts'

const passed = { fullName: 'quick', status: 'passed', duration: 1.4 }
const failed = { fullName: 'slow', status: 'failed', duration: 900 }
const file = (status: string, ...assertionResults: (typeof passed)[]) => ({
  name: 'a.test.ts',
  status,
  message: '',
  ...{ startTime: 0, endTime: 1 },
  assertionResults,
})

test('tests are summed over runs, slowest first', () => {
  const first = { success: true, testResults: [file('passed', passed, passed)] }
  const second = { success: false, testResults: [file('failed', passed, failed)] }
  expect(tally([first, second])).toEqual({
    passed: 3,
    failed: 1,
    slowest: [
      { name: 'slow', ms: 900 },
      { name: 'quick', ms: 1 },
      { name: 'quick', ms: 1 },
      { name: 'quick', ms: 1 },
    ],
  })
})

test('a file that could not be loaded, and a run without a report, are failures', () => {
  const broken = { success: false, testResults: [file('failed'), file('failed', passed)] }
  expect(tally([broken, undefined])).toMatchObject({ passed: 1, failed: 3 })
})
