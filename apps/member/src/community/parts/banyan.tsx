import { type Banyan as Drawn, frame, type Leaf } from '../banyan-tree.ts'
import styles from './banyan.module.css'

export interface BanyanProps {
  tree: Drawn
  /** Invitees without a place, drawn as dashed leaves beside the trunk. */
  waiting: number
  /** Text alternative of the drawing. */
  label: string
}

/** A leaf with its stalk at (0, 0), pointing up. */
const leafShape = 'M0 1C-4.6-2.4-4.4-8 0-12 4.4-8 4.6-2.4 0 1Z'
/** More would touch the branches. */
const mostWaiting = 3

/**
 * The own placement tree, drawn with a leaf for each member. Its growth is animated once, when it
 * is first visible.
 */
export function Banyan({ tree, waiting, label }: BanyanProps) {
  const middle = frame.width / 2
  const bare = tree.branches.length === 0
  return (
    <svg
      className={styles.tree}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
    >
      <path className={styles.ground} d={`M${middle - 62} 145.5H${middle + 62}`} />
      <path
        className={styles.trunk}
        d={`M${middle - 9} 145C${middle - 3} 136 ${middle - 3} 128 ${middle - 2.6} 118H${middle + 2.6}C${middle + 3} 128 ${middle + 3} 136 ${middle + 9} 145`}
      />
      {tree.branches.map(({ path, level, curve }) => (
        <path
          key={path}
          className={styles.branch}
          d={curve}
          pathLength={1}
          strokeWidth={Math.max(1.3, 6.4 - level * 1.5)}
        />
      ))}
      {[...tree.left, ...tree.right].map((leaf, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: leaves have no names, and their order is the tree's.
        <LeafMark key={place} leaf={leaf} />
      ))}
      {bare && [-34, 34].map(turn => <Bud key={turn} x={middle} y={118} turn={turn} />)}
      {Array.from({ length: Math.min(waiting, mostWaiting) }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pending leaves are identical.
        <Bud key={place} x={middle + 26 + place * 15} y={142} turn={24} waits />
      ))}
    </svg>
  )
}

const LeafMark = ({ leaf: { x, y, turn, invited } }: { leaf: Leaf }) => (
  <path
    className={invited ? styles.invited : styles.leaf}
    d={leafShape}
    transform={`translate(${x} ${y}) rotate(${Math.round(turn)}) scale(${invited ? 1 : 0.8})`}
  />
)

const Bud = ({ x, y, turn, waits }: { x: number; y: number; turn: number; waits?: boolean }) => (
  <path
    className={waits ? styles.waiting : styles.bud}
    d={leafShape}
    transform={`translate(${x} ${y}) rotate(${turn}) scale(1.1)`}
  />
)
