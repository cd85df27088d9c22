import {
  appealTrade,
  askReview,
  type DisputeReason,
  disputeReasonsOf,
  lateReasonOf,
  stateInDispute,
  statementLimits,
  type TradeView,
} from '@banyan/domain'
import { Card, Field, FormPage, Select, TextAreaField } from '@banyan/ui'
import { type ReactNode, useEffect, useState } from 'react'
import {
  Controller,
  type FieldValues,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import { FileField } from '../../shell/file-field.tsx'
import { inputOf, schemaResolver, showRefusal, withChecks } from '../../shell/form.ts'
import { type Refused, useTexts } from '../../shell/index.ts'
import { type Uploads, useUploads } from '../../shell/use-uploads.ts'
import type { Wording } from '../cases.ts'
import { codes } from '../codes.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from '../drafts.ts'
import { pictureTexts } from '../picture-texts.ts'
import { reasonTexts } from '../reason-texts.ts'
import { viewerOf } from '../stages.ts'
import { submitTexts } from '../submit-texts.ts'
import { useTradeMove } from '../use-trade-move.ts'
import { HashField } from './hash-field.tsx'
import { PictureField } from './picture-field.tsx'

interface StatementFields {
  reason: DisputeReason | ''
  text: string
  pictures: string[]
  hash: string
}

/** The same as it is sent; only an appeal has a reason. */
type Statement = {
  reason?: DisputeReason
  text: string
  pictures: string[]
  hash?: string | undefined
}

/** The field that a refusal is about; the server's own sentence is shown there. */
const fieldOf: Partial<Record<number, keyof StatementFields>> = {
  [codes.disputeReasonNotYours]: 'reason',
  [codes.lateReasonBuyer]: 'reason',
  [codes.lateReasonSeller]: 'reason',
  [codes.lateEvidenceNeeded]: 'pictures',
  [codes.disputeHashRequired]: 'hash',
  [codes.paymentOfAnotherTrade]: 'hash',
  [codes.disputePictureUnknown]: 'pictures',
  [codes.statementLimit]: 'text',
}

interface StatementFormProps {
  trade: TradeView
  wording: Wording
  onSent: () => void
  children: ReactNode
}

/** Reason (of an appeal), words, pictures and hash. The input stays until it has been sent. */
export function StatementForm({ trade, wording, onSent, children }: StatementFormProps) {
  const t = useTexts(submitTexts)
  const tp = useTexts(pictureTexts)
  const draft = `${wording}:${trade.id}`
  const [kept] = useState(() => readDraft(draft))
  const form = useStatement(trade, wording, kept)
  const uploads = useUploads({ pictures: kept.vouchers, files: kept.files })
  useKeptStatement(draft, form, uploads)
  const { errors, isSubmitted } = form.formState
  const { ids } = uploads
  useEffect(() => {
    form.setValue('pictures', [...ids], { shouldValidate: isSubmitted })
  }, [form, ids, isSubmitted])
  const onRefused = (refusal: Refused) => showRefusal(form, refusal, fieldOf[refusal.code])
  const appeal = useTradeMove(appealTrade, trade.id, { done: t('submit.appealed'), onRefused })
  const answer = useTradeMove(stateInDispute, trade.id, { done: t('submit.done'), onRefused })
  const review = useTradeMove(askReview, trade.id, { done: t('submit.done'), onRefused })
  const move = { appeal, answer, review }[wording]

  async function send({ reason, ...content }: Statement) {
    // A file that was not sent says so on its own row; it is removed or sent again first.
    if (uploads.sending.count > 0 || uploads.filesWait !== null) {
      const wait = uploads.filesWait === 'failed' ? 'uploadFailedFirst' : 'uploadWait'
      form.setError('pictures', { message: tp(wait) })
      return
    }
    const params = { id: trade.id }
    const body = { ...content, files: uploads.body().files }
    const sent =
      reason === undefined
        ? await (wording === 'review' ? review : answer).run({ params, body })
        : await appeal.run({ params, body: { reason, ...body } })
    if (!sent) return
    dropDraft(draft)
    onSent()
  }

  return (
    <FormPage onSubmit={form.handleSubmit(send)} submit={t('submit.send')} pending={move.pending}>
      {children}
      <Card>
        <div className="stack">
          {wording === 'appeal' && <Reason form={form} trade={trade} />}
          <Words form={form} wording={wording} />
        </div>
      </Card>
      <Card title={t('submit.pictures')}>
        <PictureField
          uploads={uploads}
          label={t('submit.addPictures')}
          error={errors.pictures?.message}
          disabled={move.pending}
        />
        <FileField uploads={uploads} disabled={move.pending} />
      </Card>
      <Card>
        <HashField
          label={t(hashIsNeeded(trade) ? 'submit.hash' : 'submit.hashOptional')}
          hint={t('submit.hashHint')}
          error={errors.hash?.message}
          input={form.register('hash')}
        />
      </Card>
    </FormPage>
  )
}

/** The possible reasons of this viewer's appeal: for a closed trade there is one. */
const reasonsOf = (trade: TradeView): readonly DisputeReason[] =>
  trade.moves.includes('appealClosed')
    ? [lateReasonOf[viewerOf(trade)]]
    : disputeReasonsOf[viewerOf(trade)]

/** A hash is required of a buyer whose trade has none; otherwise it is optional. */
const hashIsNeeded = (trade: TradeView): boolean => trade.side === 'buy' && trade.payment === null

/** Stores the input so far, for a reload of the page. */
function useKeptStatement(
  draft: string,
  form: UseFormReturn<StatementFields, unknown, Statement>,
  { ids, sentFiles, settled }: Uploads,
): void {
  const [reason, text, hash] = useWatch({
    control: form.control,
    name: ['reason', 'text', 'hash'],
  })
  useEffect(() => {
    if (settled) keepDraft(draft, { reason, text, hash, vouchers: ids, files: sentFiles })
  }, [draft, settled, reason, text, hash, ids, sentFiles])
}

function useStatement(trade: TradeView, wording: Wording, { reason, text, hash }: Draft) {
  const t = useTexts(submitTexts)
  const schema = schemaResolver<FieldValues, Statement>(
    wording === 'appeal' ? appealTrade.body : stateInDispute.body,
  )
  return useForm<StatementFields, unknown, Statement>({
    resolver: withChecks<StatementFields, Statement>(
      (fields, context, options) =>
        schema(bodyOf(fields, wording), context, options as never) as never,
      ({ hash }) => (hashIsNeeded(trade) && !hash.trim() ? { hash: t('submit.hashHint') } : {}),
    ),
    mode: 'onTouched',
    defaultValues: {
      reason: reasonsOf(trade).find((one, _, all) => all.length === 1 || one === reason) ?? '',
      text,
      pictures: [],
      hash,
    },
  })
}

/** The input in the server's form: a statement is one paragraph, and empty fields are left out. */
const bodyOf = ({ reason, text, pictures, hash }: StatementFields, wording: Wording) => ({
  text: text.replace(/\s*\n\s*/g, ' '),
  pictures,
  ...(hash.trim() ? { hash } : {}),
  ...(wording === 'appeal' ? { reason } : {}),
})

function Reason({
  form,
  trade,
}: {
  form: UseFormReturn<StatementFields, unknown, Statement>
  trade: TradeView
}) {
  const t = useTexts(submitTexts)
  const tr = useTexts(reasonTexts)
  return (
    <Field label={t('submit.reason')} error={form.formState.errors.reason?.message}>
      <Controller
        control={form.control}
        name="reason"
        render={({ field }) => (
          <Select
            label={t('submit.reason')}
            placeholder={t('submit.chooseReason')}
            value={field.value || null}
            onValueChange={value => {
              field.onChange(value)
              void form.trigger('reason')
            }}
            choices={reasonsOf(trade).map(value => ({
              value,
              label: tr(`reason.${value}`),
            }))}
          />
        )}
      />
    </Field>
  )
}

function Words({
  form,
  wording,
}: {
  form: UseFormReturn<StatementFields, unknown, Statement>
  wording: Wording
}) {
  const t = useTexts(submitTexts)
  const text = useWatch({ control: form.control, name: 'text' })
  return (
    <TextAreaField
      label={t('submit.text')}
      aside={<span className="num">{`${text.length}/${statementLimits.characters}`}</span>}
      hint={t(`submit.textHint.${wording}`)}
      rows={6}
      maxLength={statementLimits.characters}
      {...inputOf(form, 'text')}
    />
  )
}
