/** The words shuffled, to be chosen in their order: proof that they were written down. */
export interface VerifyGame {
  /** The words in their right order. */
  readonly words: readonly string[]
  /** The same words shuffled. A word may occur twice: a tile is identified by its index. */
  readonly tiles: readonly string[]
  /** Indices of the tiles chosen so far, in the order of choosing. */
  readonly chosen: readonly number[]
}

/** Shuffles the words. `below(n)` draws evenly from 0 to n − 1. */
export function newGame(words: readonly string[], below: (n: number) => number): VerifyGame {
  const tiles = [...words]
  for (let last = tiles.length - 1; last > 0; last--) {
    const other = below(last + 1)
    const held = tiles[last] as string
    tiles[last] = tiles[other] as string
    tiles[other] = held
  }
  return { words, tiles, chosen: [] }
}

/** Chooses a tile; does nothing while the last choice is wrong, or for a tile chosen before. */
export function choose(game: VerifyGame, tile: number): VerifyGame {
  const taken = game.chosen.includes(tile) || game.tiles[tile] === undefined
  return taken || isWrong(game) ? game : { ...game, chosen: [...game.chosen, tile] }
}

/** Undoes the last choice. */
export const undo = (game: VerifyGame): VerifyGame => ({
  ...game,
  chosen: game.chosen.slice(0, -1),
})

/** True when the last choice is wrong: words are compared, not tiles, because two may be equal. */
export function isWrong({ words, tiles, chosen }: VerifyGame): boolean {
  const last = chosen.at(-1)
  return last !== undefined && tiles[last] !== words[chosen.length - 1]
}

/** True when every word has been chosen in order. */
export const isDone = (game: VerifyGame): boolean =>
  game.chosen.length === game.words.length && !isWrong(game)

/** Draws evenly from 0 to n − 1 by the device's own random source. */
export function drawBelow(n: number): number {
  const range = 2 ** 32
  const most = range - (range % n)
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
    // Numbers above the last whole multiple would favour the small results.
    if (drawn < most) return drawn % n
  }
}
