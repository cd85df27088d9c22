import { describe, expect, test } from 'vitest'
import { choice, id, maybe, readQuery, text, writeQuery } from './query.ts'

const schema = { id: id(), side: choice(['buy', 'sell']), why: maybe(text()) }

describe('a query', () => {
  test('is read by its schema, with defaults for missing parameters', () => {
    expect(readQuery(schema, 'id=trd_0a')).toEqual({ id: 'trd_0a', side: 'buy', why: null })
    expect(readQuery(schema, 'side=sell&id=trd_0a&why=x')).toMatchObject({ side: 'sell', why: 'x' })
  })
  test('with missing or invalid parameters is null', () => {
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
  test('is written without defaults', () => {
    expect(writeQuery(schema, { id: 'trd_0a', side: 'buy', why: null })).toBe('id=trd_0a')
    expect(writeQuery(schema, { id: 'trd_0a', side: 'sell' })).toBe('id=trd_0a&side=sell')
  })
  test('is read back unchanged', () => {
    const value = { id: 'trd_0a', side: 'sell', why: '等等 & 更多=?' }
    expect(readQuery(schema, writeQuery(schema, value))).toEqual(value)
  })
})
