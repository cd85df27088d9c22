import styles from './avatar.module.css'
import { classes } from './class-names.ts'

export interface AvatarProps {
  name: string
  /** The seed of hue and rotation: the account's ID where it is known, else the name. */
  seed?: string | undefined
  size?: number
}

/** The first glyph of a name on a leaf, in a hue of its own. The app stores no pictures of people. */
export function Avatar({ name, seed = name, size = 32 }: AvatarProps) {
  const glyph = [...name.trim()][0] ?? '·'
  const { hue, turn } = avatarPattern(seed)
  return (
    <span
      className={classes(styles.avatar, styles[`hue${hue}`], styles[`turn${turn}`])}
      aria-hidden
      style={{ width: size, height: size, fontSize: Math.round(size * 0.44) }}
    >
      <span>{glyph.toUpperCase()}</span>
    </span>
  )
}

/** Returns one of six hues and one of four rotations of the leaf; always the same for the same seed. */
export function avatarPattern(seed: string): { hue: number; turn: number } {
  let hash = 2_166_136_261
  for (const sign of seed) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return { hue: hash % 6, turn: (hash >>> 8) % 4 }
}
