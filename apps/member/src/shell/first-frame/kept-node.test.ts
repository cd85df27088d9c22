import { describe, expect, it } from 'vitest'
import { classesOf, rulesFor } from './kept-node.ts'

const rule = (selectorText: string, body = 'color: red;') => ({
  selectorText,
  cssText: `${selectorText} { ${body} }`,
})
const group = (head: string, ...cssRules: ReturnType<typeof rule>[]) => ({
  cssText: `${head} { ${cssRules.map(one => one.cssText).join(' ')} }`,
  cssRules,
})

it('the classes of a kept element are those of all its parts', () => {
  const node = ['div', { class: 'a b' }, 'text', ['svg:svg', {}, ['svg:path', { class: 'c' }]]]
  expect([...classesOf(node as never)]).toEqual(['a', 'b', 'c'])
})

describe('the rules that are kept', () => {
  const used = new Set(['a', 'b'])
  it.each([
    ['.a', true],
    ['.a.b:hover > i', true],
    ['.a .other', false],
    ['.other, .b', true],
    ['main', false],
  ])('of %s: %s', (selector, isKept) => {
    expect(rulesFor([rule(selector)], used)).toBe(isKept ? `${selector} { color: red; }` : '')
  })

  it('are kept once, in the last of their places', () => {
    const rules = [rule('.a'), rule('.b'), rule('.a')]
    expect(rulesFor(rules, used)).toBe('.b { color: red; }.a { color: red; }')
  })

  it('are within their condition, and no motion is among them', () => {
    const rules = [
      group('@media (min-width: 520px)', rule('.a'), rule('.other')),
      group('@media print', rule('.other')),
      group('@keyframes turn', rule('.a')),
    ]
    expect(rulesFor(rules, used)).toBe('@media (min-width: 520px) {.a { color: red; }}')
  })
})
