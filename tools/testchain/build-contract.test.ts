import { expect, test } from 'vitest'
import { compileTestUsdt, readTestUsdt } from './build-contract.ts'

test('the committed contract is what the pinned compiler makes of its source', () => {
  expect(compileTestUsdt()).toEqual(readTestUsdt())
})
