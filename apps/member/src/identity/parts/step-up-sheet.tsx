import type { StepUp } from '@banyan/domain'
import { Button, Note, PasswordField, Sheet } from '@banyan/ui'
import { type FormEvent, useId, useState } from 'react'
import { type FactorAsk, type StepUpSheetProps, useTexts } from '../../shell/index.ts'
import { stepUpTexts } from '../step-up-texts.ts'
import { useTypedWords } from '../typed-words.ts'
import { useProof } from '../use-proof.ts'
import { typedPin } from './new-password.tsx'
import { NeedsCryptography } from './no-cryptography.tsx'
import { WordsField } from './words-field.tsx'

/** Requests one more factor, over the page that made the call. */
export default function StepUpSheet({ ask, pending, onGive, onCancel }: StepUpSheetProps) {
  const t = useTexts(stepUpTexts)
  const id = useId()
  const [busy, setBusy] = useState(false)
  const waiting = pending || busy
  return (
    <Sheet
      open={ask !== null}
      onOpenChange={open => !open && onCancel()}
      title={t('title')}
      description={ask?.message}
      locked={waiting}
      footer={
        <Button type="submit" form={id} wide pending={waiting}>
          {t('confirm')}
        </Button>
      }
    >
      {ask && <Factor id={id} ask={ask} onGive={onGive} onBusy={setBusy} />}
    </Sheet>
  )
}

interface FactorProps {
  id: string
  ask: FactorAsk
  onGive: (stepUp: StepUp) => void
  onBusy: (busy: boolean) => void
}

/** The factor that was not replaced; the words also replace the login password. */
function Factor(props: FactorProps) {
  const t = useTexts(stepUpTexts)
  const { factor } = props.ask
  const [byWords, setByWords] = useState(factor === 'words')
  return (
    <div className="stack">
      {byWords || factor === 'words' ? (
        <NeedsCryptography>
          <ByWords {...props} />
        </NeedsCryptography>
      ) : (
        <ByPassword {...props} factor={factor} />
      )}
      {factor === 'login-password' && (
        <Button tone="quiet" size="small" onClick={() => setByWords(!byWords)}>
          {t(byWords ? 'byPassword' : 'byWords')}
        </Button>
      )}
      <Note>{t('notYou')}</Note>
    </div>
  )
}

function ByPassword(props: FactorProps & { factor: 'login-password' | 'payment-password' }) {
  const { id, ask, factor, onGive } = props
  const t = useTexts(stepUpTexts)
  const [typed, setTyped] = useState('')
  // The error of the last attempt disappears with the first key press of the next one.
  const [tried, setTried] = useState<string>()
  const error = typed === '' && tried === '' ? t('empty') : typed === tried && ask.problem
  const give = (event: FormEvent) => {
    event.preventDefault()
    setTried(typed)
    if (typed === '') return
    onGive(
      factor === 'login-password'
        ? { by: factor, loginPassword: typed }
        : { by: factor, paymentPassword: typed },
    )
  }
  return (
    <form id={id} noValidate onSubmit={give}>
      <PasswordField
        label={t(factor)}
        error={error || undefined}
        {...(factor === 'login-password' ? { maxLength: 256 } : typedPin)}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </form>
  )
}

function ByWords({ id, ask, onGive, onBusy }: FactorProps) {
  const words = useTypedWords()
  const proof = useProof('confirm')
  const give = async (event: FormEvent) => {
    event.preventDefault()
    const kept = words.read()
    if (!kept) return
    onBusy(true)
    try {
      const given = await proof.prove(kept.entropy)
      if (given) onGive({ by: 'words', ...given })
    } finally {
      kept.entropy.fill(0)
      onBusy(false)
    }
  }
  const problem = proof.problem ?? ask.problem
  return (
    <form id={id} className="stack" noValidate onSubmit={event => void give(event)}>
      <WordsField words={words} />
      {problem && (
        <Note tone="danger">
          <p role="alert">{problem}</p>
        </Note>
      )}
    </form>
  )
}
