import { loginByWords } from '@banyan/domain'
import { ActionBar, Button, Card, Field, Note, TextArea } from '@banyan/ui'
import { type FormEvent, useEffect, useState } from 'react'
import {
  goOn,
  Link,
  pages,
  session,
  type T,
  toast,
  useCommand,
  useTexts,
} from '../../shell/index.ts'
import { NeedsCryptography } from '../parts/no-cryptography.tsx'
import { TypedWords } from '../parts/typed-words.tsx'
import { useProof } from '../use-proof.ts'
import { problemOf, readTyped, type Typed, typedEntropy, withWord } from '../words/typed.ts'
import { wordsTexts } from '../words-texts.ts'
import styles from './memory-login.module.css'

/** Log in by the words: they make the key that signs, and stay here. */
export default function MemoryLoginScreen() {
  return (
    <NeedsCryptography>
      <MemoryLogin />
    </NeedsCryptography>
  )
}

/** Long enough for 24 of the longest words with numbers: what is too long must be seen, not cut. */
const most = 400

function MemoryLogin() {
  const t = useTexts(wordsTexts)
  const { text, typed, take, takeComposed } = useTypedText()
  const [error, setError] = useState<string>()
  const proof = useProof('login')
  const enter = useCommand(loginByWords, {
    onRefused: refusal => {
      if (refusal.code !== wordsUnknown) return false
      setError(refusal.message)
      return true
    },
  })
  const change = (next: string, composing = false) => {
    setError(undefined)
    if (composing) takeComposed(next)
    else take(next)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(problemText(t, typed))
    const entropy = typedEntropy(typed)
    if (!entropy) return
    const given = await proof.prove(entropy)
    entropy.fill(0)
    const answer =
      given && (await enter.run({ body: { ...given, deviceCode: session.deviceCode } }))
    if (!answer) return
    take('')
    session.enter({ ...answer.user, token: answer.token })
    toast(t('login.done'), 'ok')
    goOn()
  }

  const right = problemOf(typed) === null
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className="page-pad stack">
        <Card>
          <Field
            label={t('login.label')}
            aside={<span className="num">{t('login.count', { n: typed.words.length })}</span>}
            error={error}
            hint={t('login.hint')}
          >
            <TextArea
              rows={4}
              maxLength={most}
              placeholder={t('login.placeholder')}
              // Spelling and translation services of browsers read what is typed: not here.
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
          </Field>
          <TypedWords
            typed={typed}
            right={right}
            onPick={(place, word) => change(withWord(typed, place, word))}
          />
        </Card>
        {proof.problem && (
          <Note tone="danger">
            <p role="alert">{proof.problem}</p>
          </Note>
        )}
        <p className="cap">{t('login.note')}</p>
        <Link page={pages.mineArea.resetPass}>{t('login.forgotten')}</Link>
      </div>
      <ActionBar>
        <Button type="submit" wide pending={proof.pending || enter.pending}>
          {t('login.submit')}
        </Button>
      </ActionBar>
    </form>
  )
}

const wordsUnknown = 41203

/** What is typed, and how it was understood; while an input method composes, its letters are no words. */
function useTypedText() {
  const [state, setState] = useState(() => ({ text: '', typed: readTyped('') }))
  const take = (text: string) => setState({ text, typed: readTyped(text) })
  const takeComposed = (text: string) => setState(before => ({ ...before, text }))
  useEffect(() => {
    // A browser may keep the whole document to come back to: the words must not be in it.
    const forget = () => setState({ text: '', typed: readTyped('') })
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])
  return { ...state, take, takeComposed }
}

/** What is wrong with the typed words, for the field. */
function problemText(t: T<TextsOf<typeof wordsTexts>>, typed: Typed): string | undefined {
  const problem = problemOf(typed)
  if (problem?.kind === 'count') {
    return problem.count === 0
      ? t('login.problem.empty')
      : t('login.problem.count', { n: problem.count })
  }
  if (problem?.kind === 'unknown') return t('login.problem.unknown', { n: problem.place + 1 })
  return problem ? t(`login.problem.${problem.kind}`) : undefined
}
type TextsOf<X> = X extends { readonly of?: infer Z } ? Exclude<Z, undefined> : never
