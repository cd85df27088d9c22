import { expect, test } from 'vitest'
import { compile, contractNames, readContract } from './build-contract.ts'

test.each(contractNames)(
  '%s as committed is what the pinned compiler makes of its source',
  name => {
    expect(compile(name)).toEqual(readContract(name))
  },
)
