import { tradeList } from '@banyan/domain'
import { expect, it } from 'vitest'
import { openTradesCall } from './open-trades-call.ts'

it('uses the address of the contract', () => {
  const { method, path, money } = tradeList
  expect(openTradesCall).toEqual({ method, path, money })
})
