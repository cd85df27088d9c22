import { expect, it } from 'vitest'
import { evidenceOf, unopened } from './evidence.ts'

const statement = (pictures: string[], files: string[]) => ({
  id: `sta_${'1'.repeat(32)}`,
  by: 'buyer' as const,
  kind: 'appeal' as const,
  reason: null,
  text: '',
  hash: null,
  pictures,
  files: files.map(id => ({ id, kind: 'document' as const, name: '', bytes: 1, seconds: null })),
  at: '2026-11-24T00:00:00Z',
})

it('counts every picture and file of both sides once', () => {
  const ids = evidenceOf({
    statements: [statement(['img_a', 'img_b'], ['fil_a']), statement(['img_a'], [])],
    trade: {
      payment: { hash: '', vouchers: ['img_c'], paidAt: '2026-11-24T00:00:00Z' },
      earlierPayments: [{ hash: '', vouchers: ['img_d'], shownAt: '2026-11-24T00:00:00Z' }],
    },
  })
  expect(ids).toEqual(['img_a', 'img_b', 'fil_a', 'img_c', 'img_d'])
  expect(unopened(ids, new Set(['img_a', 'fil_a']))).toBe(3)
  expect(unopened(ids, new Set(ids))).toBe(0)
})
