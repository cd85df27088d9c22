import { inputRuleText } from '@banyan/domain'
import { Card, Confirm, FormPage, PasswordField } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, pages, toast, useLanguage, useTexts } from '../../shell/index.ts'
import { loginKeys } from '../../shell/login-keys.ts'
import { vault } from '../vault/device-vault.ts'
import { opened } from '../vault/opened.ts'
import { keptHereQuery } from '../vault/queries.ts'
import { vaultTexts } from '../vault/texts.ts'
import { loginKeyOf } from '../words/login-key.ts'
import styles from './form.module.css'

/** Requests the login password and opens the stored words. Nothing is sent. */
export function LockedWords({ accountId }: { accountId: string }) {
  const t = useTexts(vaultTexts)
  const tongue = useLanguage()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    if (!password) return setError(inputRuleText('loginPasswordRequired', tongue))
    setPending(true)
    const words = await vault.open(accountId, password).catch(() => null)
    setPending(false)
    if (!words) return setError(t('locked.wrong'))
    setPassword('')
    loginKeys.remember(accountId, (await loginKeyOf(words.entropy)).publicKey)
    opened.show(words)
  }
  return (
    <FormPage onSubmit={submit} submit={t('locked.submit')} pending={pending}>
      <Card title={t('locked.title')} className="fields">
        <p className="sub">{t('locked.text')}</p>
        <PasswordField
          label={t('offer.password')}
          error={error}
          maxLength={256}
          value={password}
          onChange={event => {
            setError(undefined)
            setPassword(event.target.value)
          }}
        />
      </Card>
      {error && (
        <Link className={styles.link} page={pages.auth.memoryLogin}>
          {t('locked.lost')}
        </Link>
      )}
      <ForgetWords accountId={accountId} />
    </FormPage>
  )
}

/** Deletes the sealed copy, after a question. */
function ForgetWords({ accountId }: { accountId: string }) {
  const t = useTexts(vaultTexts)
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const forget = async () => {
    await vault.forget(accountId).catch(() => {})
    setAsking(false)
    await queries.invalidateQueries({ queryKey: keptHereQuery(accountId).queryKey })
    toast(t('locked.forgotten'), 'ok')
  }
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setAsking(true)}>
        {t('locked.forget')}
      </button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('locked.forgetTitle')}
        confirmText={t('locked.forget')}
        tone="danger"
        onConfirm={() => void forget()}
      >
        {t('locked.forgetText')}
      </Confirm>
    </>
  )
}
