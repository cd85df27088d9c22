import { describe, expect, it } from 'vitest'
import { nameOf, readTap } from './tap.ts'

describe('a tap on the frame', () => {
  it('has its place and the name of its control', () => {
    expect(readTap('12 40.5 Create account')).toEqual({ x: 12, y: 40.5, name: 'Create account' })
  })
  it.each([undefined, '', '12 40 '])('that is stored as %j was on no control', stored => {
    expect(readTap(stored)).toBeNull()
  })
})

it.each([
  [{ href: '#/pages/tabbar/OTC', 'aria-label': 'Market' }, 'OTC', '#/pages/tabbar/OTC'],
  [{ 'aria-label': 'Records' }, '', 'Records'],
  [{}, 'Buy', 'Buy'],
  [{ 'data-key': '7', 'aria-label': 'Buy from Heron' }, 'Buy', '7Buy from Heron'],
  [{ 'data-key': '7' }, 'Pay', '7Pay'],
])(
  'a control with %j and the text %j is named %j',
  (attributes: Record<string, string>, text, name) => {
    const control = { getAttribute: (of: string) => attributes[of] ?? null, textContent: text }
    expect(nameOf(control)).toBe(name)
  },
)
