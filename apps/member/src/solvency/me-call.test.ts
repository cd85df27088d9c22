import { me } from '@banyan/domain'
import { expect, it } from 'vitest'
import { meCall } from './me-call.ts'

it('uses the address of the contract', () => {
  const { method, path, money } = me
  expect(meCall).toEqual({ method, path, money })
})
