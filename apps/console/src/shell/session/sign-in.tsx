import { Button, Field, PasswordInput, TextInput } from '@banyan/ui'
import { type FormEvent, useState } from 'react'
import { readAddress } from '../address.ts'
import { api, session, toast } from '../app.ts'
import { failureText } from '../failure.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import { ProveFactor } from './prove-factor.tsx'
import styles from './sign-in.module.css'
import { setUpAccount } from './transport.ts'

/** Who is there: the password, and a second factor where the account has one. */
export function SignIn({
  phase,
  name,
}: {
  phase: 'out' | 'locked' | 'factor'
  name: string | null
}) {
  const t = useTexts(shellTexts)
  const [link, setLink] = useState(setUpLink)
  const leaveSetUp = () => {
    if (link?.secret) history.replaceState(null, '', location.pathname)
    setLink(null)
  }
  return (
    <main className={styles.place}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src="./icon.svg" alt="" width={28} height={28} />
          <span>
            {t.appName} <span className={styles.quiet}>{t.console}</span>
          </span>
        </div>
        {phase === 'factor' ? (
          <FactorStep name={name ?? ''} />
        ) : phase === 'out' && link ? (
          <SetUpForm link={link} onDone={leaveSetUp} />
        ) : (
          <SignInForm
            lockedName={phase === 'locked' ? name : null}
            onSetUp={() => setLink({ name: '', secret: '' })}
          />
        )}
      </div>
    </main>
  )
}

/** The name and the one-time secret of a set-up link, where the console was opened by one. */
function setUpLink(): { name: string; secret: string } | null {
  const { page, query } = readAddress(location.hash)
  return page === 'set-up' ? { name: query.name ?? '', secret: query.secret ?? '' } : null
}

/** The second step of a sign-in. */
function FactorStep({ name }: { name: string }) {
  const t = useTexts(shellTexts)
  return (
    <div className="fields">
      <h1>{t.factor.title}</h1>
      <p className={styles.name}>{name}</p>
      <ProveFactor onProven={() => session.refresh()} />
      <Button tone="quiet" size="small" onClick={() => void session.signOut()}>
        {t.signIn.other}
      </Button>
    </div>
  )
}

function SignInForm({ lockedName, onSetUp }: { lockedName: string | null; onSetUp: () => void }) {
  const t = useTexts(shellTexts)
  const [error, setError] = useState('')
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const name = lockedName ?? String(data.get('name')).trim()
    setPending(true)
    try {
      await session.signIn({ name, password: String(data.get('password')) })
    } catch (failure) {
      setError(failureText(failure))
      form.querySelector<HTMLInputElement>('[name="password"]')?.select()
    } finally {
      setPending(false)
    }
  }

  return (
    <form className="fields" onSubmit={event => void submit(event)}>
      <h1>{lockedName === null ? t.signIn.title : t.signIn.locked}</h1>
      {lockedName !== null && <p className="sub">{t.signIn.lockedHint}</p>}
      {lockedName === null ? (
        <Field label={t.signIn.name}>
          <TextInput name="name" autoComplete="username" autoFocus required />
        </Field>
      ) : (
        <p className={styles.name}>{lockedName}</p>
      )}
      <Field label={t.signIn.password} error={error || undefined}>
        <PasswordInput name="password" maxLength={128} autoFocus={lockedName !== null} required />
      </Field>
      <Button type="submit" wide pending={pending}>
        {lockedName === null ? t.signIn.submit : t.signIn.unlock}
      </Button>
      {lockedName === null ? (
        <Button tone="quiet" size="small" onClick={onSetUp}>
          {t.signIn.setUp}
        </Button>
      ) : (
        <Button tone="quiet" size="small" onClick={() => void session.signOut()}>
          {t.signIn.other}
        </Button>
      )}
    </form>
  )
}

function SetUpForm({
  link,
  onDone,
}: {
  link: { name: string; secret: string }
  onDone: () => void
}) {
  const t = useTexts(shellTexts)
  const [error, setError] = useState('')
  const [pending, setPending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    setPending(true)
    try {
      await setUpAccount(api, {
        name: String(data.get('name')).trim(),
        secret: String(data.get('secret')).trim(),
        password: String(data.get('password')),
      })
      toast(t.setUp.done, 'ok')
      onDone()
    } catch (failure) {
      setError(failureText(failure))
    } finally {
      setPending(false)
    }
  }

  return (
    <form className="fields" onSubmit={event => void submit(event)}>
      <h1>{t.setUp.title}</h1>
      <p className="sub">{t.setUp.hint}</p>
      <Field label={t.signIn.name}>
        <TextInput
          name="name"
          autoComplete="username"
          defaultValue={link.name}
          autoFocus
          required
        />
      </Field>
      <Field label={t.setUp.secret}>
        <TextInput name="secret" defaultValue={link.secret} required />
      </Field>
      <Field label={t.setUp.password} error={error || undefined}>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          minLength={12}
          maxLength={128}
          required
        />
      </Field>
      <Button type="submit" wide pending={pending}>
        {t.setUp.submit}
      </Button>
      <Button tone="quiet" size="small" onClick={onDone}>
        {t.setUp.back}
      </Button>
    </form>
  )
}
