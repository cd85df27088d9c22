import { Card, TextAreaField } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import type { TypedWordsState } from '../typed-words.ts'
import { useOutOfSight } from '../use-out-of-sight.ts'
import { problemOf, withWord } from '../words/typed.ts'
import { wordsTexts } from '../words-texts.ts'
import { TypedWords } from './typed-words.tsx'
import styles from './veil.module.css'

/** Long enough for 24 of the longest words with numbers: too long input must be visible, not cut. */
const most = 400

/** The input of the 12 words, each checked against the lists as it is typed. */
export function WordsField({ words }: { words: TypedWordsState }) {
  const t = useTexts(wordsTexts)
  const { text, typed, error, change } = words
  const away = useOutOfSight()
  return (
    <Card className={away ? styles.away : undefined}>
      <TextAreaField
        label={t('login.label')}
        aside={<span className="num">{t('login.count', { n: typed.words.length })}</span>}
        error={error}
        hint={t('login.hint')}
        rows={4}
        maxLength={most}
        placeholder={t('login.placeholder')}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        value={text}
        onChange={event =>
          change(event.target.value, (event.nativeEvent as InputEvent).isComposing)
        }
        onCompositionEnd={event => change(event.currentTarget.value)}
      />
      <TypedWords
        typed={typed}
        right={problemOf(typed) === null}
        onPick={(place, word) => change(withWord(typed, place, word))}
      />
    </Card>
  )
}
