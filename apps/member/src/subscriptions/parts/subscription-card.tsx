import { cancelSubscription } from '@banyan/domain'
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
} from '@banyan/ui'
import { useState } from 'react'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { RuleVersionRow } from '../../shell/rule-version.tsx'
import { UndoBox } from '../../shell/slots.tsx'
import type { Subscription } from '../queries.ts'
import { isFilled, toneOf } from '../status.ts'
import { texts } from '../texts.ts'
import styles from './subscription-card.module.css'

/** One subscription: what it asked for, what it got, and what may still be done about it. */
export function SubscriptionCard({ one }: { one: Subscription }) {
  const t = useTexts(texts)
  const [asking, setAsking] = useState(false)
  const cancel = useCommand(cancelSubscription, { form: `subscriptions.cancel:${one.id}` })
  const confirm = async () => {
    const answer = await cancel.run({ params: { id: one.id } })
    setAsking(false)
    await queryClient.invalidateQueries({ queryKey: ['subscriptions'] })
    if (answer) toast(t('done'), 'ok')
  }
  return (
    <Card className={styles.card}>
      <div className={styles.line}>
        <Money value={one.amount} unit="USDT" size="num" />
        <Chip tone={toneOf[one.status]}>{t(one.status)}</Chip>
      </div>
      <Facts one={one} />
      {one.coolingOff ? (
        <CoolingOff one={one} onCancel={() => setAsking(true)} />
      ) : (
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
      )}
      {isFilled(one) && <UndoBox subscriptionId={one.id} />}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('cancelTitle')}
        confirmText={t('cancel')}
        cancelText={t('keep')}
        pending={cancel.pending}
        onConfirm={() => void confirm()}
      >
        {t('cancelText', { amount: figureText(one.amount, 2, 6) })}
      </Confirm>
    </Card>
  )
}

function Facts({ one }: { one: Subscription }) {
  const t = useTexts(texts)
  return (
    <List>
      <Row
        label={t('orderNumber')}
        value={
          <CopyText text={one.orderNumber} onCopied={() => toast(t('copied'), 'ok')}>
            <span className="sub num whole">{one.orderNumber}</span>
          </CopyText>
        }
      />
      <Row label={t('kind')} value={t(`kind_${one.kind}`)} />
      {one.asked !== null && (
        <Row
          label={t('askedFirst')}
          note={t('cut')}
          value={<Money value={one.asked} unit="USDT" />}
        />
      )}
      {isFilled(one) && (
        <Row label={t('quantity')} value={<Money value={one.quantity} unit="LEAF" />} />
      )}
      {isFilled(one) && (
        <Row label={t('filled')} value={<Money value={one.filled} unit="USDT" />} />
      )}
      {one.refunded !== null && one.refunded !== '0' && (
        <Row label={t('refundedAmount')} value={<Money value={one.refunded} unit="USDT" />} />
      )}
      {isFilled(one) && (
        <Row label={t('price')} value={<Money value={one.guidePrice} unit="USDT" least={6} />} />
      )}
      {one.status === 'pending' && <Row label={t('deals')} value={<Moment time={one.dealsAt} />} />}
      <RuleVersionRow ruleVersion={one.ruleVersion} dealVersion={one.dealVersion} />
    </List>
  )
}

/** The first order's day to think again: going on and leaving are the same size, neither is urged. */
function CoolingOff({ one, onCancel }: { one: Subscription; onCancel: () => void }) {
  const t = useTexts(texts)
  const [kept, setKept] = useState(false)
  return (
    <div className={styles.box}>
      <p className="sub">{t(kept ? 'coolingKept' : 'cooling')}</p>
      <div className={styles.choice}>
        <Button tone="secondary" aria-pressed={kept} onClick={() => setKept(true)}>
          {t('goOn')}
        </Button>
        <Button tone="secondary" aria-disabled={!one.cancellable} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
