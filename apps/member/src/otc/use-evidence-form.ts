import { payTrade } from '@banyan/domain'
import { useEffect, useRef, useState } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { schemaResolver, showIssues } from '../shell/form.ts'
import { type Refused, useTexts } from '../shell/index.ts'
import { type Uploads, useUploads } from '../shell/use-uploads.ts'
import { codes } from './codes.ts'
import { type Draft, keepDraft } from './drafts.ts'
import { pictureTexts } from './picture-texts.ts'

export interface EvidenceFields {
  vouchers: string[]
  hash: string
}

/** The proof of a payment in preparation: pictures and hash, both required. */
export function useEvidenceForm(draft: Pick<Draft, 'hash' | 'vouchers'>, keepAs?: string) {
  const t = useTexts(pictureTexts)
  const vouchers = useUploads({ pictures: draft.vouchers, files: [] })
  const form = useForm<EvidenceFields>({
    resolver: schemaResolver<EvidenceFields, EvidenceFields>(payTrade.body),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { vouchers: [], hash: draft.hash },
  })
  const { isSubmitted } = form.formState
  const { ids } = vouchers
  useEffect(() => {
    form.setValue('vouchers', [...ids], { shouldValidate: isSubmitted })
  }, [form, ids, isSubmitted])
  useKeptDraft(keepAs, vouchers, useWatch({ control: form.control, name: 'hash' }))

  const pictures = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<keyof EvidenceFields | null>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked > 0 && open === 'hash') form.setFocus('hash')
  }, [asked, open, form])
  /** The form does not know the pictures as an input; they come first on the page. */
  function showFirst(wrong: FieldErrors<EvidenceFields>) {
    show(wrong.vouchers ? 'vouchers' : 'hash')
  }
  /** Opens a field, scrolls to it and focuses it. */
  function show(field: keyof EvidenceFields) {
    setOpen(field)
    setAsked(asked + 1)
    if (field === 'vouchers') pictures.current?.querySelector<HTMLElement>('input, button')?.focus()
  }
  /** Calls `send` with the proof when it is complete and every picture is uploaded. */
  const submit = (send: (proof: EvidenceFields) => Promise<void>) =>
    form.handleSubmit(async proof => {
      if (vouchers.sending.count === 0) return send(proof)
      form.setError('vouchers', { message: t('uploadWait') })
    }, showFirst)
  /** True when the refusal is shown at its field. */
  function showRefusal(refusal: Refused): boolean {
    if (refusal.code === codes.paymentOfAnotherTrade) {
      form.setError('hash', { message: refusal.message })
      show('hash')
      return true
    }
    if (refusal.code !== codes.voucherUnknown) return showIssues(form, refusal)
    form.setError('vouchers', { message: refusal.message })
    return true
  }
  return { form, vouchers, pictures, open, setOpen, submit, show, showRefusal }
}

export type EvidenceForm = ReturnType<typeof useEvidenceForm>

/** Stores the input so far, for a reload of the page. */
function useKeptDraft(keepAs: string | undefined, { ids, settled }: Uploads, hash: string): void {
  useEffect(() => {
    if (keepAs && settled) keepDraft(keepAs, { hash, vouchers: ids })
  }, [keepAs, settled, hash, ids])
}
