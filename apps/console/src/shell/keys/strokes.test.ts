import { describe, expect, it } from 'vitest'
import { type KeyPress, keycapsOf, readStroke, strokeOf } from './strokes.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})

describe('a stroke', () => {
  it.each([
    [press('j'), 'j'],
    [press('R', { shiftKey: true }), 'shift+r'],
    [press('k', { metaKey: true }), 'mod+k'],
    [press('k', { ctrlKey: true }), 'mod+k'],
    [press('Enter', { metaKey: true }), 'mod+enter'],
    [press('?', { shiftKey: true }), '?'],
    [press('/'), '/'],
    [press('Shift', { shiftKey: true }), null],
    [press('j', { altKey: true }), null],
  ])('%# is %s', (event, stroke) => {
    expect(strokeOf(event)).toBe(stroke)
  })
})

describe('reading strokes', () => {
  const bound = ['j', 'g a', 'g w', 'shift+r']
  it('acts on one, and on two in order', () => {
    expect(readStroke('j', null, bound)).toEqual({ kind: 'act', keys: 'j' })
    expect(readStroke('g', null, bound)).toEqual({ kind: 'first', stroke: 'g' })
    expect(readStroke('a', 'g', bound)).toEqual({ kind: 'act', keys: 'g a' })
  })
  it('takes a stroke that does not go on a sequence for itself', () => {
    expect(readStroke('j', 'g', bound)).toEqual({ kind: 'act', keys: 'j' })
    expect(readStroke('a', null, bound)).toEqual({ kind: 'none' })
    expect(readStroke('r', null, bound)).toEqual({ kind: 'none' })
  })
})

it('shows each key as its cap', () => {
  expect(keycapsOf('g a', false)).toEqual(['G', 'A'])
  expect(keycapsOf('mod+enter', true)).toEqual(['⌘', '↵'])
  expect(keycapsOf('shift+r', false)).toEqual(['⇧', 'R'])
})
