import { loginByWords } from '@banyan/domain'
import { FormPage, Note } from '@banyan/ui'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { goOn, Link, pages, session, toast, useCommand, useTexts } from '../../shell/index.ts'
import { loginKeys } from '../../shell/login-keys.ts'
import { KeepWords } from '../parts/keep-words.tsx'
import { NeedsCryptography } from '../parts/no-cryptography.tsx'
import { WordsField } from '../parts/words-field.tsx'
import { useTypedWords } from '../typed-words.ts'
import { useProof } from '../use-proof.ts'
import type { KeptWords } from '../vault/seal.ts'
import { wordsTexts } from '../words-texts.ts'

/** Login by the words: they make the key that signs, and are not sent. */
export default function MemoryLoginScreen() {
  return (
    <NeedsCryptography>
      <MemoryLogin />
    </NeedsCryptography>
  )
}

const wordsUnknown = 41203

/** The account of the words, until it is known whether they are stored here. */
interface Entered {
  accountId: string
  kept: KeptWords
}

function MemoryLogin() {
  const [entered, setEntered] = useState<Entered | null>(null)
  const held = useRef<KeptWords | null>(null)
  const wipe = useCallback(() => {
    held.current?.entropy.fill(0)
    held.current = null
    setEntered(null)
  }, [])
  // Under another page, and after the last one, this page keeps no words.
  useEffect(() => wipe, [wipe])
  const leave = useCallback(() => {
    wipe()
    goOn()
  }, [wipe])
  if (!entered) {
    return (
      <WordsForm
        onEntered={facts => {
          held.current = facts.kept
          setEntered(facts)
        }}
      />
    )
  }
  return <KeepWords accountId={entered.accountId} words={entered.kept} onDone={leave} />
}

function WordsForm({ onEntered }: { onEntered: (entered: Entered) => void }) {
  const t = useTexts(wordsTexts)
  const words = useTypedWords()
  const proof = useProof('login')
  const enter = useCommand(loginByWords, {
    onRefused: refusal => {
      if (refusal.code !== wordsUnknown) return false
      words.setError(refusal.message)
      return true
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const kept = words.read()
    if (!kept) return
    const given = await proof.prove(kept.entropy)
    const answer =
      given && (await enter.run({ body: { ...given, deviceCode: session.deviceCode } }))
    if (!answer) {
      kept.entropy.fill(0)
      return
    }
    loginKeys.remember(answer.user.accountId, given.publicKey)
    words.forget()
    session.enter({ ...answer.user, token: answer.token })
    toast(t('login.done'), 'ok')
    onEntered({ accountId: answer.user.accountId, kept })
  }

  return (
    <FormPage onSubmit={submit} submit={t('login.submit')} pending={proof.pending || enter.pending}>
      <WordsField words={words} />
      {proof.problem && (
        <Note tone="danger">
          <p role="alert">{proof.problem}</p>
        </Note>
      )}
      <p className="cap">{t('login.note')}</p>
      <Link page={pages.mineArea.resetPass}>{t('login.forgotten')}</Link>
    </FormPage>
  )
}
