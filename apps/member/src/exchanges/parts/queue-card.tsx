import { type AnswerOf, cancelExchange, type exchangeList } from '@banyan/domain'
import {
  Button,
  Card,
  Chip,
  Confirm,
  CopyText,
  figureText,
  List,
  Moment,
  Money,
  Row,
  type Tone,
} from '@banyan/ui'
import { useState } from 'react'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { RuleVersionRow } from '../../shell/rule-version.tsx'
import { texts } from '../texts.ts'
import styles from './card.module.css'

type Exchange = AnswerOf<typeof exchangeList>['items'][number]

const tones: Record<Exchange['status'], Tone> = {
  queued: 'warn',
  settling: 'warn',
  done: 'ok',
  cancelled: 'neutral',
}

/** One exchange: what it waits for, or what it gave; free to leave until its cut-off. */
export function QueueCard({ one }: { one: Exchange }) {
  const t = useTexts(texts)
  const [asking, setAsking] = useState(false)
  const cancel = useCommand(cancelExchange, { form: `exchanges.cancel:${one.id}` })
  const confirm = async () => {
    const answer = await cancel.run({ params: { id: one.id } })
    setAsking(false)
    await queryClient.invalidateQueries({ queryKey: ['exchanges'] })
    if (answer) toast(t('cancelledNow'), 'ok')
  }
  const open = one.status === 'queued' || one.status === 'settling'
  return (
    <Card className={styles.card}>
      <div className={styles.line}>
        <Money value={one.quantity} unit="LEAF" size="num" />
        <Chip tone={tones[one.status]}>{t(one.status)}</Chip>
      </div>
      <List>
        <Row
          label={t('orderNumber')}
          value={
            <CopyText text={one.orderNumber} onCopied={() => toast(t('copied'), 'ok')}>
              <span className="sub num whole">{one.orderNumber}</span>
            </CopyText>
          }
        />
        {open && <Row label={t('dealsAt')} value={<Moment time={one.dealsAt} />} />}
        {one.exitPrice !== null && (
          <Row
            label={t('exitPrice')}
            value={<Money value={one.exitPrice} unit="USDT" least={6} />}
          />
        )}
        {one.gross !== null && (
          <Row label={t('gross')} value={<Money value={one.gross} unit="USDT" />} />
        )}
        {one.fee !== null && <Row label={t('fee')} value={<Money value={one.fee} unit="USDT" />} />}
        {one.net !== null && (
          <Row label={t('net')} value={<Money value={one.net} unit="USDT" />} strong />
        )}
        <RuleVersionRow ruleVersion={one.ruleVersion} dealVersion={one.dealVersion} />
      </List>
      {one.cancellable && <p className="cap">{t('dealsNote')}</p>}
      <div className={styles.line}>
        <span className="cap">
          <Moment time={one.placedAt} />
        </span>
        {one.cancellable && (
          <Button tone="secondary" size="small" onClick={() => setAsking(true)}>
            {t('cancel')}
          </Button>
        )}
      </div>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('cancelTitle')}
        confirmText={t('cancel')}
        cancelText={t('keep')}
        pending={cancel.pending}
        onConfirm={() => void confirm()}
      >
        {t('cancelText', { quantity: figureText(one.quantity, 2, 6) })}
      </Confirm>
    </Card>
  )
}
