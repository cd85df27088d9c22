import { changeLoginPassword } from '@banyan/domain'
import { nav, pages, session, toast, useCommand, useSession, useTexts } from '../../shell/index.ts'
import { useChangeForm } from '../change-form.ts'
import { ChangePasswordForm, showPasswordRefusal } from '../parts/change-password-form.tsx'
import { passwordTexts } from '../password-texts.ts'
import { vault } from '../vault/device-vault.ts'
import type { Resealing } from '../vault/vault.ts'

/** Changes the login password by the old one; words stored here are re-sealed. */
export default function ChangePassScreen() {
  const t = useTexts(passwordTexts)
  const accountId = useSession().current?.accountId ?? ''
  const form = useChangeForm('login')
  const change = useCommand(changeLoginPassword, {
    onRefused: refusal => {
      void vault.abandon(accountId).catch(() => {})
      return showPasswordRefusal(form, refusal)
    },
  })
  const submit = form.handleSubmit(async ({ oldPassword, newPassword }) => {
    const resealing = await prepared(accountId, oldPassword, newPassword)
    const answer = await change.run({ body: { oldPassword, newPassword } })
    if (!answer) return
    const sealed = resealing === 'ready' && (await settled(accountId))
    session.enter({ ...answer.user, token: answer.token })
    if (resealing === 'none' || sealed) toast(t('changed'), 'ok')
    else toast(t(resealing === 'locked' ? 'wordsLocked' : 'wordsUnsealed'))
    nav.back()
  })
  return (
    <ChangePasswordForm
      kind="login"
      form={form}
      pending={change.pending || form.formState.isSubmitting}
      forgotten={pages.mineArea.resetPass}
      onSubmit={submit}
    />
  )
}

/** A browser that cannot seal must not prevent a new password. */
const prepared = (
  accountId: string,
  before: string,
  after: string,
): Promise<Resealing | 'failed'> =>
  vault.prepare(accountId, before, after).catch(() => 'failed' as const)

const settled = (accountId: string): Promise<boolean> =>
  vault.settle(accountId).then(
    () => true,
    () => false,
  )
