import { Card, Field, TextInput } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { payTexts } from '../pay-texts.ts'
import { tradeTexts } from '../trade-texts.ts'
import type { EvidenceForm } from '../use-evidence-form.ts'
import { PictureField } from './picture-field.tsx'

/** Pictures and hash of a payment, in two cards. */
export function EvidenceFields({ evidence, busy }: { evidence: EvidenceForm; busy: boolean }) {
  const t = useTexts(tradeTexts)
  const tp = useTexts(payTexts)
  const { form, vouchers, pictures } = evidence
  const { errors } = form.formState
  return (
    <>
      <Card ref={pictures} title={t('evidence.title')}>
        <PictureField
          vouchers={vouchers}
          label={tp('topay.addVoucher')}
          error={errors.vouchers?.message}
          disabled={busy}
        />
      </Card>
      <Card>
        <Field label={t('evidence.hash')} error={errors.hash?.message} hint={tp('topay.hashHint')}>
          <TextInput
            placeholder="0x…"
            maxLength={80}
            enterKeyHint="done"
            {...form.register('hash')}
          />
        </Field>
      </Card>
    </>
  )
}
