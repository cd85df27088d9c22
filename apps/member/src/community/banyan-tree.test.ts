import type { TreeNode } from '@banyan/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawBanyan, frame, MOST_LEAVES } from './banyan-tree.ts'

const region = (members: number) => ({ total: '0', added: '0', members })

const node = (
  path: string,
  below: Partial<Record<'l' | 'r', number>>,
  invited = false,
): TreeNode => ({
  path,
  nickname: 'n',
  invited,
  placedAt: '2026-01-01T00:00:00.000Z',
  left: region(below.l ?? 0),
  right: region(below.r ?? 0),
  hasLeft: (below.l ?? 0) > 0,
  hasRight: (below.r ?? 0) > 0,
})

test('has one leaf for each member, with own invitees marked', () => {
  const { left, right, branches } = drawBanyan([
    node('', { l: 3, r: 1 }),
    node('l', { l: 2 }, true),
    node('ll', { r: 1 }),
    node('llr', {}, true),
    node('r', {}),
  ])
  expect(left.map(leaf => leaf.invited)).toEqual([true, false, true])
  expect(right.map(leaf => leaf.invited)).toEqual([false])
  expect(branches.map(branch => branch.path)).toEqual(['l', 'll', 'llr', 'r'])
})

test('draws the members below the last known level around the branch above them', () => {
  const { left, branches } = drawBanyan([node('', { l: 6 }), node('l', { l: 5 })])
  expect(branches).toHaveLength(1)
  expect(left).toHaveLength(6)
})

test('merges leaves of a side above forty, and leaves no branch without a leaf that has members below', () => {
  const { left } = drawBanyan([
    node('', { l: 10_003 }),
    node('l', { l: 10_000, r: 2 }),
    node('lr', { l: 1 }),
  ])
  expect(left.length).toBeGreaterThan(MOST_LEAVES / 2)
  expect(left.length).toBeLessThanOrEqual(MOST_LEAVES + 1)
})

test('is empty for a member without anybody below', () => {
  expect(drawBanyan([])).toEqual({ branches: [], left: [], right: [] })
})

test('stays within its frame, each side in its half, at any size of the tree', () => {
  const shape = fc.array(fc.constantFrom('l', 'r'), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 14 }), shapes => {
      const paths = new Set(shapes.flatMap(one => one.map((_, i) => one.slice(0, i + 1).join(''))))
      const { left, right } = drawBanyan([...paths].map(path => node(path, {})))
      expect(left.length + right.length).toBe(paths.size)
      for (const { x, y } of [...left, ...right]) {
        expect(x).toBeGreaterThan(4)
        expect(x).toBeLessThan(frame.width - 4)
        expect(y).toBeGreaterThan(0)
        expect(y).toBeLessThan(frame.height)
      }
      expect(left.every(leaf => leaf.x < frame.width / 2)).toBe(true)
      expect(right.every(leaf => leaf.x > frame.width / 2)).toBe(true)
    }),
  )
})
