import { Card, Field, IconButton, TextInput } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { payTexts } from '../pay-texts.ts'
import { tradeTexts } from '../trade-texts.ts'
import type { EvidenceForm } from '../use-evidence-form.ts'
import { PictureField } from './picture-field.tsx'
import styles from './trade-parts.module.css'

interface EvidenceFieldsProps {
  evidence: EvidenceForm
  /** How many of the two proofs are there; nothing where they are only replaced. */
  have?: number
  busy: boolean
}

/** Pictures and hash of a payment: both are needed. */
export function EvidenceFields({ evidence, have, busy }: EvidenceFieldsProps) {
  const t = useTexts(tradeTexts)
  const tp = useTexts(payTexts)
  const { form, vouchers, pictures } = evidence
  const { errors } = form.formState
  return (
    <Card
      ref={pictures}
      title={t('evidence.title')}
      aside={have !== undefined && <span className="sub num">{have} / 2</span>}
    >
      <div className={styles.proofs}>
        <PictureField
          vouchers={vouchers}
          label={tp('topay.addVoucher')}
          error={errors.vouchers?.message}
          disabled={busy}
        />
        <Field label={t('evidence.hash')} error={errors.hash?.message} hint={tp('topay.hashHint')}>
          <TextInput
            placeholder="0x…"
            maxLength={80}
            enterKeyHint="done"
            {...form.register('hash')}
            after={
              canPaste && (
                <IconButton
                  name="paste"
                  label={tp('topay.paste')}
                  className={styles.paste ?? ''}
                  onClick={() => void paste()}
                />
              )
            }
          />
        </Field>
      </div>
    </Card>
  )

  async function paste() {
    // Without leave to read, or with nothing to read, the field is there to be filled by hand.
    const text = await navigator.clipboard.readText().catch(() => '')
    if (text.trim() === '') return form.setFocus('hash')
    form.setValue('hash', text.trim().slice(0, 80), { shouldValidate: true, shouldTouch: true })
  }
}

const canPaste = typeof navigator.clipboard?.readText === 'function'
