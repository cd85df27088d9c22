import { payTrade, type TradeView } from '@banyan/domain'
import { ActionBar, Button, Card, Field, ImageChooser, TextInput } from '@banyan/ui'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { type FieldErrors, useForm, useWatch } from 'react-hook-form'
import { schemaResolver, showIssues } from '../../shell/form.ts'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { codes } from '../codes.ts'
import { dropDraft, keepDraft, readDraft } from '../pay-draft.ts'
import { tradeChanged, tradeQuery } from '../queries.ts'
import { tradeTexts } from '../trade-texts.ts'
import { useVouchers, type Vouchers } from '../use-vouchers.ts'
import { GiveUp } from './give-up.tsx'
import styles from './pay-form.module.css'
import { Timeline } from './timeline.tsx'

interface PayFields {
  vouchers: string[]
  hash: string
}

/** The buyer's proof: pictures and hash, then "I have paid"; or giving up. */
export function PayForm({ trade, children }: { trade: TradeView; children: ReactNode }) {
  const t = useTexts(tradeTexts)
  const draft = readDraft(trade.id)
  const vouchers = useVouchers(draft.vouchers)
  const form = useForm<PayFields>({
    resolver: schemaResolver<PayFields, PayFields>(payTrade.body),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { vouchers: [], hash: draft.hash },
  })
  useKeptDraft(trade.id, vouchers, useWatch({ control: form.control, name: 'hash' }))
  const { errors, isSubmitted } = form.formState
  const ids = vouchers.ids.join()
  useEffect(() => {
    form.setValue('vouchers', ids ? ids.split(',') : [], { shouldValidate: isSubmitted })
  }, [form, ids, isSubmitted])

  const pay = useCommand(payTrade, {
    form: `otc.pay:${trade.id}`,
    onRefused: refusal => {
      if (refusal.code === codes.voucherUnknown) {
        form.setError('vouchers', { message: refusal.message })
        return true
      }
      void queryClient.invalidateQueries({ queryKey: tradeQuery(trade.id).queryKey })
      return showIssues(form, refusal)
    },
  })

  async function submit(body: PayFields) {
    if (vouchers.sending.count > 0) {
      form.setError('vouchers', { message: t('topay.uploadWait') })
      return
    }
    const paid = await pay.run({ params: { id: trade.id }, body })
    if (!paid) return
    dropDraft(trade.id)
    toast(t('topay.paidDone'), 'ok')
    tradeChanged(paid)
  }

  const pictures = useRef<HTMLElement>(null)
  /** The pictures are no input that the form knows; they come first on the page. */
  function showFirst(wrong: FieldErrors<PayFields>) {
    if (wrong.vouchers) pictures.current?.querySelector('input')?.focus()
    else form.setFocus('hash')
  }

  const may = (move: TradeView['moves'][number]) => trade.moves.includes(move)
  return (
    <form className={styles.form} noValidate onSubmit={form.handleSubmit(submit, showFirst)}>
      <div className="page-pad stack">
        {children}
        {may('pay') && (
          <Card ref={pictures} title={t('evidence.title')}>
            <ImageChooser
              images={vouchers.images}
              onChange={vouchers.choose}
              label={t('topay.addVoucher')}
              onProblem={text => toast(text, 'danger')}
              disabled={pay.pending}
            />
            <Sent vouchers={vouchers} />
            {errors.vouchers?.message && (
              <p className={styles.error} role="alert">
                {errors.vouchers.message}
              </p>
            )}
          </Card>
        )}
        {may('pay') && (
          <Card>
            <Field
              label={t('evidence.hash')}
              error={errors.hash?.message}
              hint={t('topay.hashHint')}
            >
              <TextInput
                placeholder="0x…"
                maxLength={80}
                enterKeyHint="done"
                {...form.register('hash')}
              />
            </Field>
          </Card>
        )}
        <Timeline steps={trade.timeline} />
      </div>
      <ActionBar>
        {may('giveUp') && <GiveUp trade={trade} className={styles.give ?? ''} />}
        {may('pay') && (
          <Button type="submit" pending={pay.pending}>
            {t('topay.paid')}
          </Button>
        )}
      </ActionBar>
    </form>
  )
}

/** How the pictures are doing on their way. */
function Sent({ vouchers: { sending, failed, retry } }: { vouchers: Vouchers }) {
  const t = useTexts(tradeTexts)
  return (
    <>
      {sending.count > 0 && (
        <div
          className={styles.sending}
          role="progressbar"
          aria-label={t('topay.uploading', { count: sending.count })}
          aria-valuenow={Math.round(sending.share * 100)}
          style={{ '--share': sending.share } as CSSProperties}
        >
          {t('topay.uploading', { count: sending.count })}
          <i />
        </div>
      )}
      {failed.count > 0 && (
        <div className={styles.failed} role="alert">
          <span>{t('topay.uploadFailed', { count: failed.count, why: failed.why })}</span>
          <Button tone="secondary" size="small" onClick={retry}>
            {t('topay.retry')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Writes down what is there so far, for a page that is loaded anew in the middle. */
function useKeptDraft(tradeId: string, { ids, settled }: Vouchers, hash: string): void {
  const list = ids.join()
  useEffect(() => {
    if (settled) keepDraft(tradeId, { hash, vouchers: list ? list.split(',') : [] })
  }, [tradeId, settled, hash, list])
}
