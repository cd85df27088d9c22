import { expect, it } from 'vitest'
import { inputRules } from './contract/input-rules.ts'
import { allEndpoints } from './endpoints.ts'
import { refusals } from './refusals.ts'

it('no two product refusals share a code, and each is in its range', () => {
  const product = Object.values(refusals)
    .map(text => text.code)
    .filter(code => code >= 41000 && code < 41900 && code !== 41300 && code !== 41500)
  expect(new Set(product).size).toBe(product.length)
})

it('both languages fill the same slots', () => {
  const slots = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1]).sort()
  for (const [name, text] of Object.entries(refusals))
    expect([name, slots(text['zh-CN'])]).toEqual([name, slots(text.en)])
})

it('no text is empty, and no English text is left in the Chinese table', () => {
  for (const text of [...Object.values(refusals), ...Object.values(inputRules)]) {
    expect(text.en.length).toBeGreaterThan(0)
    expect(text['zh-CN']).toMatch(/[\u4e00-\u9fff{]/)
  }
})

it('every call has its own id and its own address', () => {
  expect(new Set(allEndpoints.map(one => one.id)).size).toBe(allEndpoints.length)
  expect(new Set(allEndpoints.map(one => `${one.method} ${one.path}`)).size).toBe(
    allEndpoints.length,
  )
})

it('a call with a payment password has the field, and a money call changes something', () => {
  for (const endpoint of allEndpoints) {
    if (endpoint.money)
      expect([endpoint.id, endpoint.method, endpoint.access]).toEqual([
        endpoint.id,
        'POST',
        'member',
      ])
    const body = endpoint.body.safeParse({ paymentPassword: 1 })
    const named = body.success
      ? false
      : body.error.issues.some(issue => issue.path[0] === 'paymentPassword')
    // Creating an account chooses the password; every other call that carries it has it checked.
    expect([endpoint.id, named]).toEqual([
      endpoint.id,
      endpoint.paymentPassword || endpoint.id === 'user.create',
    ])
  }
})
