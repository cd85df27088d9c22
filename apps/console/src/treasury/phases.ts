import type { Tone } from '../shell/index.ts'

/** How far receipts and payments are: `classify` waits for a first treasurer, `decide` for the second one. */
export const phaseTones = {
  classify: 'mine',
  decide: 'warn',
  confirming: 'plain',
  booked: 'ok',
  vanished: 'bad',
} as const satisfies Record<string, Tone>
