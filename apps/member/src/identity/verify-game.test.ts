import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  choose,
  drawBelow,
  isDone,
  isWrong,
  newGame,
  undo,
  type VerifyGame,
} from './verify-game.ts'

/** Rotates the words: always draws 0. */
const words = ['a', 'b', 'c', 'b']
const game = () => newGame(words, () => 0)
const tileOf = ({ tiles, chosen }: VerifyGame, word: string) =>
  tiles.findIndex((tile, place) => tile === word && !chosen.includes(place))
const play = (from: VerifyGame, order: readonly string[]) =>
  order.reduce((now, word) => choose(now, tileOf(now, word)), from)

describe('the verify game', () => {
  test('shows every word, shuffled', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (all, draws) => {
          const { tiles } = newGame(all, n => Number(draws.next().value) % n)
          expect([...tiles].sort()).toEqual([...all].sort())
        },
      ),
    )
    expect(game().tiles).not.toEqual(words)
  })
  test('is done when the words are chosen in order, whichever of two equal ones comes first', () => {
    const done = play(game(), words)
    expect(isDone(done)).toBe(true)
    const [first, second] = done.tiles.flatMap((tile, place) => (tile === 'b' ? [place] : []))
    const a = tileOf(game(), 'a')
    const c = tileOf(game(), 'c')
    const other = [a, second as number, c, first as number].reduce(choose, game())
    expect(isDone(other)).toBe(true)
  })
  test('shows a wrong order at once, and continues only after it was undone', () => {
    const wrong = play(game(), ['a', 'c'])
    expect(isWrong(wrong)).toBe(true)
    expect(choose(wrong, tileOf(wrong, 'b'))).toBe(wrong)
    const mended = play(undo(wrong), ['b', 'c', 'b'])
    expect(isWrong(mended)).toBe(false)
    expect(isDone(mended)).toBe(true)
  })
  test('is not done by a wrong last word', () => {
    const short = newGame(['a', 'b'], () => 0)
    expect(isDone(play(short, ['b']))).toBe(false)
    expect(isDone(short)).toBe(false)
  })
  test('accepts a tile once, and only an existing one', () => {
    const one = play(game(), ['a'])
    expect(choose(one, one.chosen[0] as number)).toBe(one)
    expect(choose(one, 99)).toBe(one)
  })
  test('has nothing to undo at the beginning', () => {
    expect(undo(game()).chosen).toEqual([])
  })
})

test('a draw stays below its bound', () => {
  for (let n = 1; n <= 12; n++) {
    const drawn = drawBelow(n)
    expect(drawn).toBeGreaterThanOrEqual(0)
    expect(drawn).toBeLessThan(n)
  }
})
