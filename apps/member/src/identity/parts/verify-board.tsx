import { classes, Icon } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { useOutOfSight } from '../use-out-of-sight.ts'
import { choose, isDone, isWrong, undo, type VerifyGame } from '../verify-game.ts'
import { wordsTexts } from '../words-texts.ts'
import veil from './veil.module.css'
import styles from './verify-board.module.css'

export interface VerifyBoardProps {
  game: VerifyGame
  onMove: (game: VerifyGame) => void
}

/** The slots above, the words to choose from below; the last choice can be undone. */
export function VerifyBoard({ game, onMove }: VerifyBoardProps) {
  const t = useTexts(wordsTexts)
  const { words, tiles, chosen } = game
  const wrong = isWrong(game)
  const away = useOutOfSight()
  return (
    <div translate="no" className={classes(styles.board, 'notranslate', away && veil.away)}>
      <ol className={styles.places} aria-label={t('verify.chosen')}>
        {words.map((_, place) => {
          const tile = chosen[place]
          const last = place === chosen.length - 1
          const text = tile === undefined ? '' : (tiles[tile] ?? '')
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is identified by its index.
              key={place}
              className={classes(styles.place, !wrong && place === chosen.length && styles.next)}
            >
              <span className={styles.number}>{place + 1}</span>
              {text && last ? (
                <button
                  type="button"
                  className={classes(styles.word, wrong && styles.wrong)}
                  aria-label={t('verify.undo', { word: text })}
                  aria-invalid={wrong || undefined}
                  onClick={() => onMove(undo(game))}
                >
                  {text}
                  <Icon name="close" size={14} />
                </button>
              ) : (
                text && <span className={styles.word}>{text}</span>
              )}
            </li>
          )
        })}
      </ol>
      <p className={styles.said} role="alert">
        {wrong && t('verify.wrong', { n: chosen.length })}
      </p>
      {!isDone(game) && (
        <fieldset className={styles.tiles}>
          <legend className="visually-hidden">{t('verify.tiles')}</legend>
          {tiles.map((word, tile) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice; its tile identifies it.
              key={tile}
              type="button"
              className={styles.tile}
              disabled={chosen.includes(tile)}
              aria-disabled={wrong || undefined}
              onClick={() => onMove(choose(game, tile))}
            >
              {word}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
