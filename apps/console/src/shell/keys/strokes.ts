/** The parts of a key event that a stroke is made of. */
export interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/**
 * The name of a stroke: `j`, `shift+r`, `mod+k`, `enter`, `?`. Shift is named for letters and named
 * keys; a sign like ? is what the layout types, wherever it is on the keyboard.
 */
export function strokeOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (altKey || ['Shift', 'Control', 'Meta', 'Alt', 'Dead', 'Process'].includes(key)) return null
  const isAlphabetic = /^\p{L}$/u.test(key)
  const name = key === ' ' ? 'space' : key.toLowerCase()
  const shift = shiftKey && (isAlphabetic || key.length > 1) ? 'shift+' : ''
  return `${ctrlKey || metaKey ? 'mod+' : ''}${shift}${name}`
}

/** How long the second stroke of two is waited for. */
export const sequenceMs = 1_500

/** What a stroke leads to: a binding's keys, the first of two strokes, or nothing. */
export type Reading =
  | { kind: 'act'; keys: string }
  | { kind: 'first'; stroke: string }
  | { kind: 'none' }

/** Reads a stroke after the first one of a sequence, if there was one in time. */
export function readStroke(stroke: string, first: string | null, bound: Iterable<string>): Reading {
  const all = [...bound]
  const both = first === null ? null : `${first} ${stroke}`
  if (both !== null && all.includes(both)) return { kind: 'act', keys: both }
  if (all.includes(stroke)) return { kind: 'act', keys: stroke }
  if (all.some(keys => keys.startsWith(`${stroke} `))) return { kind: 'first', stroke }
  return { kind: 'none' }
}

const faces: Readonly<Record<string, string>> = {
  enter: '↵',
  escape: 'esc',
  arrowdown: '↓',
  arrowup: '↑',
  shift: '⇧',
  space: '␣',
}

/** The keycaps of a binding, one text each: `mod+enter` is ⌘ and ↵, on other machines Ctrl and ↵. */
export const keycapsOf = (keys: string, isMac: boolean): string[] =>
  keys
    .split(/[ +]/)
    .map(part => (part === 'mod' ? (isMac ? '⌘' : 'Ctrl') : (faces[part] ?? part.toUpperCase())))
