import { login } from '@banyan/domain'
import { Card, FormPage, Note, PasswordField, TextField } from '@banyan/ui'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { inputOf, schemaResolver, showIssues } from '../../shell/form.ts'
import {
  goOn,
  Link,
  nav,
  pages,
  session,
  toast,
  useCommand,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { EndedSessions } from '../parts/ended-sessions.tsx'
import { texts } from '../texts.ts'
import styles from './login.module.css'

/** Refusals of the login itself: a wrong pair with the remaining attempts, and the pause after them. */
const loginFailed = 41201
const loginLocked = 41202
const accountClosed = 43809

const loginForm = login.body.omit({ deviceCode: true })
type LoginValues = { accountId: string; loginPassword: string }

/** Login by account ID and login password; the server returns the remaining attempts. */
export default function LoginScreen() {
  const t = useTexts(texts)
  const given = usePageQuery(pages.auth.login).accountId ?? ''
  const masked = given.includes('*')
  const [locked, setLocked] = useState<string>()
  const form = useForm<LoginValues, unknown, LoginValues>({
    resolver: schemaResolver(loginForm),
    mode: 'onTouched',
    defaultValues: { accountId: masked ? '' : given, loginPassword: '' },
  })
  const enter = useCommand(login, {
    onRefused: refusal => {
      if (refusal.code === loginLocked) setLocked(refusal.message)
      else if (refusal.code === accountClosed)
        form.setError('accountId', { message: refusal.message }, { shouldFocus: true })
      else if (refusal.code === loginFailed)
        form.setError('loginPassword', { message: refusal.message }, { shouldFocus: true })
      else return showIssues(form, refusal)
      return true
    },
  })
  const submit = form.handleSubmit(async values => {
    setLocked(undefined)
    const answer = await enter.run({ body: { ...values, deviceCode: session.deviceCode } })
    if (!answer) return
    form.reset()
    session.enter({ ...answer.user, token: answer.token })
    toast(t('login.done'), 'ok')
    goOn()
  })

  const { errors } = form.formState
  return (
    <FormPage onSubmit={submit} submit={t('login.submit')} pending={enter.pending}>
      {locked && (
        <Note tone="warn">
          <div role="alert">
            <strong>{t('login.locked')}</strong>
            <p>{locked}</p>
          </div>
        </Note>
      )}
      {given && !masked && <EndedSessions accountId={given} />}
      <Card className="fields">
        <TextField
          label={t('login.accountId')}
          hint={masked ? t('login.masked', { masked: given }) : t('login.accountIdHint')}
          error={errors.accountId?.message}
          inputMode="numeric"
          autoComplete="username"
          maxLength={20}
          {...form.register('accountId', { setValueAs: digits })}
        />
        <PasswordField
          label={t('login.password')}
          aside={<Link page={pages.mineArea.resetPass}>{t('login.forgotten')}</Link>}
          maxLength={256}
          {...inputOf(form, 'loginPassword')}
        />
      </Card>
      <div className={styles.others}>
        <Link page={pages.auth.memoryLogin}>{t('login.byWords')}</Link>
        <button type="button" onClick={() => nav.relaunch(pages.auth.home)}>
          {t('login.others')}
        </button>
      </div>
    </FormPage>
  )
}

/** Full-width digits of Chinese keyboards count as digits. */
const digits = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '')
