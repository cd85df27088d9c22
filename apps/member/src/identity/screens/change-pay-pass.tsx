import { changePaymentPassword } from '@banyan/domain'
import { nav, pages, toast, useCommand, useTexts } from '../../shell/index.ts'
import { useChangeForm } from '../change-form.ts'
import { ChangePasswordForm, showPasswordRefusal } from '../parts/change-password-form.tsx'
import { passwordTexts } from '../password-texts.ts'

/** Changes the payment password by the old one. */
export default function ChangePayPassScreen() {
  const t = useTexts(passwordTexts)
  const form = useChangeForm('payment')
  const change = useCommand(changePaymentPassword, {
    onRefused: refusal => showPasswordRefusal(form, refusal),
  })
  const submit = form.handleSubmit(async ({ oldPassword, newPassword }) => {
    if (!(await change.run({ body: { oldPassword, newPassword } }))) return
    toast(t('changed'), 'ok')
    nav.back()
  })
  return (
    <ChangePasswordForm
      kind="payment"
      form={form}
      pending={change.pending}
      forgotten={pages.mineArea.resetPayPass}
      onSubmit={submit}
    />
  )
}
