import { describe, expect, test } from 'vitest'
import { choice, id, maybe, readQuery, text, writeQuery } from './query.ts'

const schema = { id: id(), side: choice(['buy', 'sell']), why: maybe(text()) }

describe('a query', () => {
  test('is read by its schema, with what is meant when nothing is said', () => {
    expect(readQuery(schema, 'id=trd_0a')).toEqual({ id: 'trd_0a', side: 'buy', why: null })
    expect(readQuery(schema, 'side=sell&id=trd_0a&why=x')).toMatchObject({ side: 'sell', why: 'x' })
  })
  test('that lacks what is needed, or says what cannot be, is null', () => {
    for (const bad of [
      '',
      'id=',
      'id=../..',
      'id=trd_0a&side=up',
      `id=trd_0a&why=${'x'.repeat(201)}`,
    ]) {
      expect(readQuery(schema, bad)).toBeNull()
    }
  })
  test('is written short: what is meant anyway is left out', () => {
    expect(writeQuery(schema, { id: 'trd_0a', side: 'buy', why: null })).toBe('id=trd_0a')
    expect(writeQuery(schema, { id: 'trd_0a', side: 'sell' })).toBe('id=trd_0a&side=sell')
  })
  test('that was written is read back the same', () => {
    const value = { id: 'trd_0a', side: 'sell', why: '等等 & 更多=?' }
    expect(readQuery(schema, writeQuery(schema, value))).toEqual(value)
  })
})
