import type { TreeNode } from '@banyan/domain'

/** Edges of the drawing, in its own units; the trunk is in the middle of the ground. */
export const frame = { width: 328, height: 150 } as const

/** Up to here a side has one leaf for each member; above it the leaves below the last level merge. */
export const MOST_LEAVES = 40

/** A branch, as a curve from its parent to the member at its end. */
interface Branch {
  path: string
  /** 1 is a branch of the trunk. */
  level: number
  curve: string
}

export interface Leaf {
  x: number
  y: number
  /** Degrees, clockwise, from vertical. */
  turn: number
  /** An own invitee; the others were invited by somebody else. */
  invited: boolean
}

export interface Banyan {
  branches: Branch[]
  left: Leaf[]
  right: Leaf[]
}

interface Tip {
  x: number
  y: number
  /** Degrees from vertical, to the right. */
  angle: number
}

const crown: Tip = { x: frame.width / 2, y: 118, angle: 0 }
/** For the branches of each level, from the trunk on. */
const lengths = [60, 38, 26, 17]
const spreads = [58, 27, 23, 19]
/** The drawing is wider than it is high. */
const stretch = 1.15
const golden = 137.5

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const round = (value: number): number => Math.round(value * 10) / 10

/**
 * The own placement tree as a banyan: a leaf for every member at the end of the branch that is the
 * place. Members below the known levels are leaves around the last branch above them. A side of
 * more than `MOST_LEAVES` members shows fewer of those, in proportion; the number is shown beside
 * the drawing.
 */
export function drawBanyan(nodes: readonly TreeNode[]): Banyan {
  const known = new Map(nodes.map(node => [node.path, node]))
  const tree: Banyan = { branches: [], left: [], right: [] }
  growSide(tree, known, 'l')
  growSide(tree, known, 'r')
  return tree
}

function growSide(tree: Banyan, known: ReadonlyMap<string, TreeNode>, side: 'l' | 'r'): void {
  const leaves = side === 'l' ? tree.left : tree.right
  const tips: { tip: Tip; hidden: number }[] = []
  const grow = (path: string, from: Tip) => {
    const node = known.get(path)
    if (!node) return
    const tip = tipOf(path, from)
    tree.branches.push({ path, level: path.length, curve: curveOf(from, tip) })
    leaves.push({ x: tip.x, y: tip.y, turn: tip.angle, invited: node.invited })
    tips.push({ tip, hidden: hiddenBelow(node, known) })
    grow(`${path}l`, tip)
    grow(`${path}r`, tip)
  }
  grow(side, crown)
  const hidden = tips.reduce((sum, one) => sum + one.hidden, 0)
  const places = Math.max(0, MOST_LEAVES - leaves.length)
  for (const { tip, hidden: own } of tips) {
    // A branch with members below it always has a leaf.
    const shown =
      hidden <= places ? own : Math.max(own > 0 ? 1 : 0, Math.floor((own * places) / hidden))
    leaves.push(...tuft(tip, shown))
  }
}

/** Members below a place that are not known individually. */
function hiddenBelow(node: TreeNode, known: ReadonlyMap<string, TreeNode>): number {
  const of = (there: boolean, members: number | undefined, side: string) =>
    there && !known.has(node.path + side) ? Math.max(1, members ?? 1) : 0
  return of(node.hasLeft, node.left?.members, 'l') + of(node.hasRight, node.right?.members, 'r')
}

function tipOf(path: string, from: Tip): Tip {
  const level = path.length - 1
  const spread = spreads[level] ?? spreads.at(-1) ?? 0
  const length = lengths[level] ?? lengths.at(-1) ?? 0
  const wanted = from.angle + (path.endsWith('l') ? -spread : spread)
  // Each side keeps to its half, and no branch grows into the ground.
  const angle = path.startsWith('l')
    ? Math.min(-6, Math.max(-100, wanted))
    : Math.max(6, Math.min(100, wanted))
  return {
    x: round(from.x + Math.sin(radians(angle)) * length * stretch),
    y: round(from.y - Math.cos(radians(angle)) * length),
    angle,
  }
}

/** A branch leaves its parent in the parent's direction and bends to its own. */
function curveOf(from: Tip, to: Tip): string {
  const half = Math.hypot(to.x - from.x, to.y - from.y) / 2.4
  const x = round(from.x + Math.sin(radians(from.angle)) * half)
  const y = round(from.y - Math.cos(radians(from.angle)) * half)
  return `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`
}

const tuft = ({ x, y, angle }: Tip, leaves: number): Leaf[] =>
  Array.from({ length: leaves }, (_, place) => {
    const turn = angle + (place + 1) * golden
    const distance = 8 + 3.1 * Math.sqrt(place)
    return {
      x: round(x + Math.sin(radians(turn)) * distance),
      y: round(y - Math.cos(radians(turn)) * distance),
      turn: turn % 360,
      invited: false,
    }
  })
