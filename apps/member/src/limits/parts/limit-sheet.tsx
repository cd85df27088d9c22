import {
  type AnswerOf,
  durationText,
  type investmentLimits,
  setInvestmentLimit,
} from '@banyan/domain'
import { Button, List, Moment, MoneyRow, Note, placedText, Sheet, TextField } from '@banyan/ui'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { inputOf, schemaResolver, showIssues, showRefusal } from '../../shell/form.ts'
import { queryClient, toast, useCommand, useLanguage, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

export interface LimitSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  limits: z.output<typeof investmentLimits>
}

type Answer = AnswerOf<typeof setInvestmentLimit>

/** The own maximum investment: lower at once, higher after a week. */
export default function LimitSheet({ open, onOpenChange, limits }: LimitSheetProps) {
  const t = useTexts(texts)
  const wait = durationText(limits.raiseWaitMs, useLanguage())
  const form = useForm<{ amount: string }>({
    resolver: schemaResolver(setInvestmentLimit.body) as never,
    mode: 'onTouched',
    defaultValues: { amount: '' },
  })
  const set = useCommand(setInvestmentLimit, {
    onRefused: refusal => showIssues(form, refusal) || showRefusal(form, refusal, 'amount'),
  })
  const save = form.handleSubmit(async body => {
    const answer: Answer | null = await set.run({ body })
    if (!answer) return
    onOpenChange(false)
    form.reset()
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['subscriptions'] }),
      queryClient.invalidateQueries({ queryKey: ['wallets'] }),
    ])
    toast(answer.raising ? t('limitRaising', { wait }) : t('limitLowered'), 'ok')
  })
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('limitTitle')}>
      <form className="stack" noValidate onSubmit={save}>
        <List>
          <MoneyRow label={t('limitHighest')} value={limits.highest} unit="USDT" place="limit" />
          <MoneyRow
            label={t('limitTitle')}
            value={limits.maxInvestment}
            unit="USDT"
            place="limit"
            strong
          />
          <MoneyRow label={t('left')} value={limits.left} unit="USDT" place="list" />
          {limits.raising && (
            <MoneyRow
              label={t('limitWaiting')}
              note={<Moment time={limits.raising.from} />}
              value={limits.raising.amount}
              unit="USDT"
              place="limit"
            />
          )}
        </List>
        <TextField
          label={t('limitAmount')}
          hint={t('limitHint', { max: placedText(limits.highest, 'limit') })}
          inputMode="numeric"
          maxLength={9}
          after={<span className="sub">USDT</span>}
          {...inputOf(form, 'amount')}
        />
        <Note>{t('limitNote', { wait })}</Note>
        <Button type="submit" wide pending={set.pending}>
          {t('limitSave')}
        </Button>
      </form>
    </Sheet>
  )
}
