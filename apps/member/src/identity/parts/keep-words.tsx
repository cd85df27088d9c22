import { login } from '@banyan/domain'
import { ActionBar, Button, Card, Note, PasswordField } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { inputOf, schemaResolver, showIssues } from '../../shell/form.ts'
import { Link, pages, session, toast, useCommand, useTexts } from '../../shell/index.ts'
import { vault } from '../vault/device-vault.ts'
import { keptHereQuery } from '../vault/queries.ts'
import type { KeptWords } from '../vault/seal.ts'
import { vaultTexts } from '../vault/texts.ts'
import styles from './form.module.css'

/** A wrong login password, and the pause after several. */
const passwordRefusals = [41201, 41202]

export interface KeepWordsProps {
  accountId: string
  words: KeptWords
  /** Called when they are stored or not: the words are wiped and the member continues. */
  onDone: () => void
}

/**
 * After a login by words: offers to keep them on this device. The login password is required, and
 * checked by the server first: words sealed by a mistyped one would be locked permanently.
 */
export function KeepWords({ accountId, words, onDone }: KeepWordsProps) {
  const t = useTexts(vaultTexts)
  const renew = useQuery(keptHereQuery(accountId)).data === true
  const form = useForm<{ loginPassword: string }>({
    resolver: schemaResolver(login.body.pick({ loginPassword: true })),
    defaultValues: { loginPassword: '' },
  })
  const enter = useCommand(login, {
    onRefused: refusal => {
      if (!passwordRefusals.includes(refusal.code)) return showIssues(form, refusal)
      form.setError('loginPassword', { message: refusal.message }, { shouldFocus: true })
      return true
    },
  })
  useEffect(() => {
    const hidden = () => document.hidden && onDone()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', onDone)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', onDone)
    }
  }, [onDone])
  const submit = form.handleSubmit(async ({ loginPassword }) => {
    const { deviceCode } = session
    const answer = await enter.run({ body: { accountId, loginPassword, deviceCode } })
    if (!answer) return
    session.enter({ ...answer.user, token: answer.token })
    const kept = await vault.keep(accountId, words, loginPassword).then(
      () => true,
      () => false,
    )
    if (kept) toast(t('offer.kept'), 'ok')
    else toast(t('offer.failed'), 'danger')
    onDone()
  })
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className="page-pad stack">
        <Card title={t('offer.title')} className="fields">
          <p className="sub">{t('offer.text')}</p>
          {renew && <Note tone="ok">{t('offer.renew')}</Note>}
          <PasswordField
            label={t('offer.password')}
            aside={<Link page={pages.mineArea.resetPass}>{t('offer.forgotten')}</Link>}
            maxLength={256}
            {...inputOf(form, 'loginPassword')}
          />
        </Card>
        <Note tone="warn">{t('offer.paper')}</Note>
      </div>
      <ActionBar>
        <Button tone="secondary" onClick={onDone}>
          {t('offer.later')}
        </Button>
        <Button type="submit" wide pending={form.formState.isSubmitting}>
          {t('offer.keep')}
        </Button>
      </ActionBar>
    </form>
  )
}
