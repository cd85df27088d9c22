import { earlierParametersV1, parametersV1 } from '@banyan/economy'
import { expect, test } from 'vitest'
import type { Database } from '../platform/database/connect.ts'
import { type LimitDeps, leftToInvestAmong } from './limits.ts'

test('a version from before market buys counted limits nobody on the market', async () => {
  const deps = {
    parameters: async () => earlierParametersV1,
    joinedAmong: async () => new Map([['member', new Date(0)]]),
    marketBuys: async () => new Map([['member', 7n]]),
  } as unknown as LimitDeps
  const unread = {} as Database
  expect(await leftToInvestAmong(deps, unread, ['member'])).toEqual(new Map())
  const newest = { ...deps, parameters: async () => parametersV1 }
  expect(await leftToInvestAmong(newest, unread, [])).toEqual(new Map())
})
