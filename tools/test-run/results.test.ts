import { expect, test } from 'vitest'
import { failuresOf, tally, type VitestReport } from './results.ts'

const passed = { fullName: 'quick', status: 'passed', duration: 1.4 }
const failed = { fullName: 'slow', status: 'failed', duration: 900 }
type TestFile = VitestReport['testResults'][number]
const file = (status: string, ...assertionResults: TestFile['assertionResults']): TestFile => ({
  name: 'a.test.ts',
  status,
  message: '',
  startTime: 0,
  endTime: 1,
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

test('a failure is listed with its file, its name and the first lines of its message', () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`)
  const report = {
    success: false,
    testResults: [
      file('failed', passed, { ...failed, failureMessages: [`\u001b[31m${lines.join('\n')}`] }),
      { ...file('failed'), message: 'no such module' },
    ],
  }
  expect(failuresOf([report, undefined])).toEqual([
    { file: 'a.test.ts', name: 'slow', message: lines.slice(0, 12).join('\n') },
    { file: 'a.test.ts', name: 'the file itself', message: 'no such module' },
  ])
})
