import { classes } from './class-names.ts'
import styles from './sprout.module.css'

/** The position of each leaf, in the order of filling. */
const leaves = [
  'translate(61 92) rotate(63)',
  'translate(60 70) rotate(-58)',
  'translate(63 40) rotate(14)',
]

export interface SproutProps {
  /** How many of the three leaves are filled; the others are dashed. */
  grown?: 0 | 1 | 2 | 3
  size?: number
  /** The newest leaf fills visibly; at once with reduced motion. */
  grows?: boolean
}

/** A sprout with three leaves: the one drawing of empty states and of first steps. */
export function Sprout({ grown = 0, size = 96, grows }: SproutProps) {
  return (
    <svg
      width={size}
      height={size * 1.15}
      viewBox="0 0 120 138"
      aria-hidden
      className={styles.sprout}
    >
      <ellipse cx="60" cy="129" rx="34" ry="4" className={styles.ground} />
      <path d="M60 128C59 108 65 98 61 78C58 62 60 50 63 38" className={styles.stem} />
      {leaves.map((place, nth) => (
        <g key={place} transform={place}>
          <path
            d="M0 0C-14 -9 -13 -27 0 -40C13 -27 14 -9 0 0Z"
            className={classes(
              nth < grown ? styles.grown : styles.dashed,
              grows && nth === grown - 1 && styles.grows,
            )}
          />
          <path d="M0 0V-28" className={nth < grown ? styles.vein : styles.dashed} />
        </g>
      ))}
    </svg>
  )
}
