import type { Scene } from './scene.ts'

/** What a fault's script has measured, as the table shows it, and what is not as it must be. */
export interface Measured {
  figure: string
  wrong: string[]
}

/** A fault of the design's table. */
export interface Fault {
  /** What is done. */
  what: string
  /** What must hold. */
  bound: string
  run(scene: Scene, times: number): Promise<Measured>
}

/** The product starts nothing again that ends more than four times in a minute. */
export const CALM_MS = 16_000
/** Acts go on this long after the last fault of a script. */
export const AFTER_MS = 3_000

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
export const middle = (sorted: readonly number[]) =>
  sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
