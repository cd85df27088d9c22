import { expect, it } from 'vitest'
import { fit, typedId } from './match.ts'

it('puts what begins so before what contains it, and finds scattered letters', () => {
  expect(fit('Withdrawals', 'with')).toBe(3)
  expect(fit('Go to Withdrawals', 'with')).toBe(2)
  expect(fit('转出', '出')).toBe(1)
  expect(fit('Withdrawals', 'wdr')).toBe(0)
  expect(fit('Withdrawals', 'x')).toBeNull()
  expect(fit('Withdrawals', ' ')).toBe(0)
})

it('knows the page of an id', () => {
  const id = `wdr_${'0a'.repeat(16)}`
  expect(typedId(` ${id} `)).toEqual({ page: 'withdrawals', id })
  expect(typedId(`cas_${'1'.repeat(32)}`)?.page).toBe('appeals')
  expect(typedId(' 62904233')).toEqual({ page: 'members', id: '62904233' })
  expect(typedId('6290423')).toBeNull()
  expect(typedId('usr_11111111')).toBeNull()
  expect(typedId('wdr_')).toBeNull()
})
