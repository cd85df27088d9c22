import type { InviteeView, LineEndView, Side, TreeNode } from '@banyan/domain'
import { hierarchy, tree as tidyTree } from 'd3-hierarchy'

/** Space of one member in the drawing, px. */
export const spacing = { x: 54, y: 100 } as const
/** Space of an empty place, as a part of it: two of them are as far apart as two members. */
const emptyPlace = 0.5

/** How far a drawn place extends above and below its own point, px: links begin and end there. */
const reach: Readonly<Record<DrawnNode['kind'], { above: number; below: number }>> = {
  member: { above: 20, below: 44 },
  request: { above: 20, below: 56 },
  gap: { above: 16, below: 16 },
  free: { above: 20, below: 40 },
}

/** The content of a place of the drawing. */
export type DrawnNode =
  | { kind: 'member'; path: string; node: TreeNode }
  /** An own request: dashed, nobody's place until the settlement. */
  | { kind: 'request'; path: string; invitee: InviteeView }
  /** Levels that are not drawn, down to the end of an own outer line. */
  | { kind: 'gap'; path: string; side: Side; levels: number }
  /** The end of an own outer line: the next member goes here. */
  | { kind: 'free'; path: string; side: Side }

export interface PlacedNode {
  drawn: DrawnNode
  x: number
  y: number
}

export interface DrawnLink {
  from: PlacedNode
  to: PlacedNode
  /** On an own outer line. */
  outer: boolean
}

export interface Drawing {
  nodes: PlacedNode[]
  links: DrawnLink[]
  /** Edges of the whole drawing, px from the caller's own place. */
  left: number
  right: number
  bottom: number
}

interface Branch {
  drawn: DrawnNode | null
  path: string
  children: Branch[]
}

/** The target to be scrolled into view: a place, or an own request at its current place. */
export type Aim = { path: string } | { invitee: string }

/** Where the target is drawn; undefined while it is not. */
export const aimedAt = ({ nodes }: Drawing, aim: Aim): PlacedNode | undefined =>
  nodes.find(({ drawn }) =>
    'path' in aim
      ? drawn.path === aim.path
      : drawn.kind === 'request' && drawn.invitee.id === aim.invitee,
  )

/** Number of undrawn members below a place; `drawn` is the content of the places. */
export function moreBelow(at: DrawnNode, drawn: ReadonlyMap<string, DrawnNode>): number {
  if (at.kind !== 'member') return 0
  const { node, path } = at
  const count = { l: node.left?.members ?? 1, r: node.right?.members ?? 1 }
  const hidden = (['l', 'r'] as const).filter(letter => {
    const there = letter === 'l' ? node.hasLeft : node.hasRight
    // Left out levels are part of the drawing, and none of their members is.
    return there && drawn.get(path + letter)?.kind !== 'member'
  })
  return hidden.reduce((sum, letter) => sum + Math.max(1, count[letter]), 0)
}

const letterOf = { left: 'l', right: 'r' } as const
/** True for the own place and every place on an own outer line. */
const isOuter = (path: string): boolean => /^(l*|r*)$/.test(path)

/** What the caller may put after the ends of the own outer lines. */
export interface LineEnds {
  ends: Record<Side, LineEndView> | null
  /** Own requests in the order in which they count. */
  requests: readonly InviteeView[]
  /** Whether to show where the next one goes. */
  free: boolean
}

/**
 * Positions of everything that is drawn: the loaded members, the own requests after the ends of the
 * own outer lines, and the free place after them. A single child keeps its side: an empty place,
 * which takes half the width, holds the other side.
 */
export function drawTree(known: ReadonlyMap<string, TreeNode>, line: LineEnds): Drawing {
  const drawn = new Map<string, DrawnNode>()
  for (const [path, node] of known) drawn.set(path, { kind: 'member', path, node })
  if (line.ends) for (const side of ['left', 'right'] as const) hangEnd(drawn, line, side)
  const root = hierarchy(branchOf(drawn, ''), branch => branch.children)
  const layout = tidyTree<Branch>()
    .nodeSize([spacing.x, spacing.y])
    .separation((a, b) => {
      if (a.data.drawn === null || b.data.drawn === null) return emptyPlace
      return a.parent === b.parent ? 1 : 1.06
    })
  const placed = new Map<string, PlacedNode>()
  for (const { x, y, data } of layout(root).descendants())
    if (data.drawn) placed.set(data.path, { drawn: data.drawn, x, y })
  const nodes = [...placed.values()]
  return {
    nodes,
    links: nodes.flatMap(to => linkTo(to, placed)),
    left: Math.min(0, ...nodes.map(node => node.x)) - spacing.x / 2,
    right: Math.max(0, ...nodes.map(node => node.x)) + spacing.x / 2,
    bottom: Math.max(0, ...nodes.map(node => node.y)) + spacing.y,
  }
}

/** Adds the way to the end of an outer line, the own requests there, and the free place. */
function hangEnd(drawn: Map<string, DrawnNode>, { ends, requests, free }: LineEnds, side: Side) {
  const letter = letterOf[side]
  let last = ''
  while (drawn.has(last + letter)) last += letter
  const levels = (ends?.[side].depth ?? 0) - last.length
  if (levels > 0) {
    last += letter
    drawn.set(last, { kind: 'gap', path: last, side, levels })
  }
  for (const invitee of requests.filter(one => one.side === side)) {
    last += letter
    drawn.set(last, { kind: 'request', path: last, invitee })
  }
  if (!free) return
  last += letter
  drawn.set(last, { kind: 'free', path: last, side })
}

function branchOf(drawn: ReadonlyMap<string, DrawnNode>, path: string): Branch {
  const children = ['l', 'r'].map(letter => path + letter)
  const anybody = children.some(child => drawn.has(child))
  return {
    path,
    drawn: drawn.get(path) ?? null,
    children: anybody ? children.map(child => branchOf(drawn, child)) : [],
  }
}

function linkTo(to: PlacedNode, placed: ReadonlyMap<string, PlacedNode>): DrawnLink[] {
  const { path } = to.drawn
  const from = path === '' ? undefined : placed.get(path.slice(0, -1))
  return from ? [{ from, to, outer: isOuter(path) }] : []
}

/** The curve of a link, from under the parent's text to the child. */
export function curveOf({ from, to }: DrawnLink): string {
  // Left out levels are attached to the button that unfolds them.
  const button = to.drawn.kind === 'gap' && from.drawn.path !== '' ? 28 : 0
  const top = from.y + reach[from.drawn.kind].below + button
  const bottom = to.y - reach[to.drawn.kind].above
  const middle = (top + bottom) / 2
  return `M${from.x} ${top}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${bottom}`
}
