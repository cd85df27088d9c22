import {
  type AnswerOf,
  createWithdrawal,
  requestEmailCode,
  type withdrawalQuote,
  type withdrawalTerms,
} from '@banyan/domain'
import { AddressText, figureText, Money } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { EmailCodeField, useEmailCode } from '../../shell/email-code.tsx'
import { schemaResolver, showRefusal } from '../../shell/form.ts'
import {
  constants,
  nav,
  pages,
  type Refused,
  toast,
  useCommand,
  useTexts,
} from '../../shell/index.ts'
import { isAboutPaymentPassword, PaymentSheet } from '../../shell/payment-pad.tsx'
import { type CodeValues, codeSchemas, type Request } from '../request-form.ts'
import { texts } from '../texts.ts'
import styles from './confirm-sheet.module.css'

type Quote = AnswerOf<typeof withdrawalQuote>

/** A quoted request that waits for its member's confirmation. */
export interface Asked {
  request: Request
  quote: Quote
}

interface ConfirmSheetProps {
  asked: Asked
  terms: AnswerOf<typeof withdrawalTerms>
  onClose: () => void
  /** Handles a refusal for a reason outside this sheet; returns true when it is shown elsewhere. */
  onRefused: (refusal: Refused) => boolean
}

/** Refusals that are about the code: wrong, used up, or missing. */
const aboutCode: readonly number[] = [41001, 41002, 41008]

/** The request, the code by e-mail where one is required, and the payment password, in one sheet. */
export function ConfirmSheet({ asked, terms, onClose, onRefused }: ConfirmSheetProps) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const [pinError, setPinError] = useState<string>()
  const { emailCodeNeeded } = terms
  const form = useForm<CodeValues>({
    resolver: schemaResolver(codeSchemas[emailCodeNeeded ? 'needed' : 'none']) as never,
    defaultValues: { emailCode: '' },
  })
  const code = useEmailCode(requestEmailCode)
  const create = useCommand(createWithdrawal, {
    form: 'withdraw.create',
    onRefused: refusal => {
      if (isAboutPaymentPassword(refusal)) {
        setPinError(refusal.message)
        return true
      }
      if (!aboutCode.includes(refusal.code)) {
        // No input here would resolve it: it is shown on the page underneath.
        onClose()
        return onRefused(refusal)
      }
      return showRefusal(form, refusal, 'emailCode')
    },
  })
  const submit = (paymentPassword: string) =>
    form.handleSubmit(async ({ emailCode }) => {
      setPinError(undefined)
      const { address, amount, remarks } = asked.request
      const answer = await create.run({
        body: {
          address,
          amount,
          remarks,
          paymentPassword,
          ...(emailCodeNeeded ? { emailCode } : {}),
        },
      })
      if (!answer) return
      onClose()
      void queries.invalidateQueries({ queryKey: ['withdrawals'] })
      toast(t('submitted'), 'ok')
      // The order's own page is the result: its state, and the cancellation while it is possible.
      nav.replace(pages.mineArea.orderList, { id: answer.id })
    })()
  return (
    <PaymentSheet
      open
      onOpenChange={open => !open && onClose()}
      title={t('confirmTitle')}
      confirmText={t('submit')}
      error={pinError}
      pending={create.pending}
      onSubmit={digits => void submit(digits)}
      summary={
        <div className={styles.summary}>
          <Summary quote={asked.quote} coolingHours={terms.newAddressHours} />
          {emailCodeNeeded && (
            <EmailCodeField
              label={t('emailCode')}
              error={form.formState.errors.emailCode?.message}
              code={code}
              onAsk={() => void code.ask({ body: { purpose: 'withdraw' } })}
              {...form.register('emailCode')}
            />
          )}
          <p className={styles.label}>{t('password')}</p>
        </div>
      }
    />
  )
}

function Summary({ quote, coolingHours }: { quote: Quote; coolingHours: number }) {
  const t = useTexts(texts)
  return (
    <>
      <div className={styles.arrives}>
        <strong>{t('expected')}</strong>
        <Money value={quote.expected} unit="USDT" size="title" />
      </div>
      <p className="cap">
        {t('feeTaken', {
          fee: figureText(quote.fee, 2, 2),
          amount: figureText(quote.amount, 2, 2),
        })}
      </p>
      <div className={styles.where}>
        <AddressText address={quote.address} />
        <p className="cap">
          {quote.newAddress ? t('newAddress', { n: coolingHours }) : constants.withdrawalNetwork}
        </p>
      </div>
    </>
  )
}
