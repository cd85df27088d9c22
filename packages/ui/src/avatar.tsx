import styles from './avatar.module.css'
import { classes } from './class-names.ts'

export interface AvatarProps {
  name: string
  /** What decides hue and turn: the account's ID where it is known, else the name. */
  seed?: string | undefined
  size?: number
}

/** The first glyph of a name on a leaf, in a hue of its own: no pictures of people are kept. */
export function Avatar({ name, seed = name, size = 32 }: AvatarProps) {
  const glyph = [...name.trim()][0] ?? '·'
  const { hue, turn } = avatarLook(seed)
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

/** One of six hues and of four turns of the leaf; the same for the same seed everywhere. */
export function avatarLook(seed: string): { hue: number; turn: number } {
  let hash = 2_166_136_261
  for (const sign of seed) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return { hue: hash % 6, turn: (hash >>> 8) % 4 }
}
