import { classes, Icon } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { suggestionsFor, type Typed } from '../words/typed.ts'
import { wordsTexts } from '../words-texts.ts'
import styles from './typed-words.module.css'

export interface TypedWordsProps {
  typed: Typed
  /** These words make a key. */
  right: boolean
  /** A suggestion for the word at this index was accepted. */
  onPick: (place: number, word: string) => void
}

/** Each word as it was recognised, checked against the lists, with suggestions. */
export function TypedWords({ typed, right, onPick }: TypedWordsProps) {
  const t = useTexts(wordsTexts)
  const { words, unfinished } = typed
  const open = words.findIndex(word => word.list === null)
  const suggestions = open < 0 ? [] : suggestionsFor(words[open]?.text ?? '')
  return (
    <div translate="no" className={classes(styles.typed, 'notranslate')}>
      {suggestions.length > 0 && (
        <fieldset className={styles.suggestions}>
          <legend>{t('login.suggestions')}</legend>
          {suggestions.map(word => (
            <button key={word} type="button" onClick={() => onPick(open, word)}>
              {word}
            </button>
          ))}
        </fieldset>
      )}
      <ol className={styles.words}>
        {words.map((word, place) => {
          const writing = unfinished && place === words.length - 1
          const label = word.list || writing ? 'login.wordOk' : 'login.wordUnknown'
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice; its index identifies it.
              key={place}
              className={classes(
                styles.word,
                !word.list && !writing && styles.unknown,
                writing && styles.writing,
              )}
            >
              <span className="visually-hidden">{t(label, { n: place + 1, word: word.text })}</span>
              <span aria-hidden>
                <i>{place + 1}</i>
                {word.text}
              </span>
            </li>
          )
        })}
      </ol>
      {right && (
        <p className={styles.right} role="status">
          <Icon name="check-circle" size={18} />
          {t('login.right')}
        </p>
      )}
    </div>
  )
}
