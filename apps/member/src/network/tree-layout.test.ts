import type { InviteeView, TreeNode } from '@banyan/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aimedAt, type DrawnNode, drawTree, moreBelow, spacing } from './tree-layout.ts'

const node = (path: string): TreeNode => ({
  path,
  nickname: path,
  invited: false,
  placedAt: '',
  left: null,
  right: null,
  hasLeft: false,
  hasRight: false,
})
const known = (...paths: string[]) => new Map(paths.map(path => [path, node(path)]))
const end = (depth: number) => ({ depth, nickname: null })
const request = (id: string, side: 'left' | 'right') => ({ id, side }) as InviteeView
const nothing = { ends: null, requests: [], free: false }

describe('the drawn tree', () => {
  test('keeps a single child on its own side', () => {
    const { nodes } = drawTree(known('', 'l', 'lr'), nothing)
    const [own, child, grandchild] = nodes.map(one => one.x)
    expect(own).toBe(0)
    expect(child).toBeLessThan(0)
    expect(grandchild).toBeGreaterThan(child as number)
  })

  test('puts own requests and the free place after the end of the line, in their order', () => {
    const ends = { left: end(1), right: end(0) }
    const requests = [request('a', 'left'), request('b', 'right'), request('c', 'left')]
    const { nodes } = drawTree(known('', 'l'), { ends, requests, free: true })
    const lines = nodes.map(({ drawn }) => `${drawn.path} ${drawn.kind}`).sort()
    expect(lines).toEqual(
      [
        ' member',
        'l member',
        'll request',
        'lll request',
        'llll free',
        'r request',
        'rr free',
      ].sort(),
    )
  })

  test('returns how many levels it leaves out on the way to an end', () => {
    const ends = { left: end(9), right: end(0) }
    const { nodes } = drawTree(known('', 'l', 'll', 'lll'), { ends, requests: [], free: true })
    expect(nodes.map(one => one.drawn).filter(one => one.kind === 'gap')).toEqual([
      { kind: 'gap', path: 'llll', side: 'left', levels: 6 },
    ])
  })

  test('finds an own request at its current place', () => {
    const requests = [request('a', 'left'), request('b', 'left')]
    const line = (depth: number) => ({ left: end(depth), right: end(0) })
    const at = (depth: number, asked: InviteeView[]) =>
      aimedAt(drawTree(known(''), { ends: line(depth), requests: asked, free: true }), {
        invitee: 'b',
      })?.drawn.path
    expect(at(0, requests)).toBe('ll')
    expect(at(4, requests)).toBe('lll')
    expect(at(0, requests.slice(1))).toBe('l')
    expect(at(0, requests.slice(0, 1))).toBeUndefined()
  })

  test('counts members that it does not draw below a place, and does not count left out levels as members', () => {
    const region = { members: 6 } as TreeNode['left']
    const tree = known('', 'l', 'll').set('ll', { ...node('ll'), hasLeft: true, left: region })
    const { nodes } = drawTree(tree, {
      ends: { left: end(8), right: end(0) },
      requests: [],
      free: false,
    })
    const drawn = new Map(nodes.map(one => [one.drawn.path, one.drawn]))
    expect(drawn.get('lll')?.kind).toBe('gap')
    const more = (path: string) => moreBelow(drawn.get(path) as DrawnNode, drawn)
    expect(['', 'l', 'll', 'lll'].map(more)).toEqual([0, 0, 6, 0])
  })

  test('never draws two in one place, for any tree', () => {
    const anyPath = fc.string({ unit: fc.constantFrom('l', 'r'), maxLength: 6 })
    fc.assert(
      fc.property(fc.array(anyPath, { maxLength: 40 }), paths => {
        const whole = new Set([
          '',
          ...paths.flatMap(path => [...path].map((_, i) => path.slice(0, i + 1))),
        ])
        const { nodes, links, left, right } = drawTree(known(...whole), nothing)
        expect(links).toHaveLength(nodes.length - 1)
        for (const one of nodes) {
          expect(one.y).toBe(one.drawn.path.length * spacing.y)
          expect(one.x).toBeGreaterThanOrEqual(left)
          expect(one.x).toBeLessThanOrEqual(right)
        }
        const rows = [...new Set(nodes.map(one => one.y))].map(y =>
          nodes.filter(one => one.y === y),
        )
        for (const row of rows) {
          const inOrder = row
            .sort((a, b) => (a.drawn.path < b.drawn.path ? -1 : 1))
            .map(one => one.x)
          inOrder.slice(1).forEach((x, i) => {
            expect(x - (inOrder[i] ?? 0)).toBeGreaterThanOrEqual(spacing.x - 1e-6)
          })
        }
      }),
    )
  })
})
