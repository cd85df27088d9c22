import { describe, expect, test } from 'vitest'
import { FormKey, type KeyStore, newIdempotencyKey } from './idempotency.ts'

function memory(): KeyStore & { all: Map<string, string> } {
  const all = new Map<string, string>()
  return {
    all,
    getItem: name => all.get(name) ?? null,
    setItem: (name, value) => void all.set(name, value),
    removeItem: name => void all.delete(name),
  }
}

describe('the key of a form', () => {
  test('fits the contract: 16 to 64 letters and digits, never the same twice', () => {
    const keys = new Set(Array.from({ length: 500 }, newIdempotencyKey))
    expect(keys.size).toBe(500)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
  })
  test('is stored before it is used, and a reload finds it again', () => {
    const store = memory()
    const key = new FormKey('withdraw', store).forBody({ amount: '5' })
    expect([...store.all.values()][0]).toContain(key)
    expect(new FormKey('withdraw', store).forBody({ amount: '5' })).toBe(key)
  })
  test('is different for another body or another form', () => {
    const store = memory()
    const key = new FormKey('withdraw', store).forBody({ amount: '5' })
    expect(new FormKey('transfer', store).forBody({ amount: '5' })).not.toBe(key)
    expect(new FormKey('withdraw', store).forBody({ amount: '6' })).not.toBe(key)
  })
  test('does not depend on the payment password, of which nothing is kept', () => {
    const store = memory()
    const form = new FormKey('withdraw', store)
    const key = form.forBody({ amount: '5', paymentPassword: '111222' })
    expect(form.forBody({ amount: '5', paymentPassword: '333444' })).toBe(key)
  })
  test('is dropped once the server has responded', () => {
    const store = memory()
    const form = new FormKey('withdraw', store)
    const key = form.forBody({ amount: '5' })
    form.settle()
    expect(store.all.size).toBe(0)
    expect(form.forBody({ amount: '5' })).not.toBe(key)
  })
})
