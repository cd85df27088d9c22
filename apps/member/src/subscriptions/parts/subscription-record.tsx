import { cancelSubscription, durationText } from '@banyan/domain'
import {
  Button,
  Chip,
  Confirm,
  figureText,
  List,
  Moment,
  MomentRow,
  MoneyRow,
  placedText,
  Row,
} from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NumberRow } from '../../shell/copyable.tsx'
import { OwnMoney, useOwnText } from '../../shell/hidden-figures.tsx'
import { useLanguage, useTexts } from '../../shell/index.ts'
import { RecordCard } from '../../shell/page/record.tsx'
import { useCancel } from '../../shell/page/use-cancel.ts'
import { RuleVersionRow } from '../../shell/rule-version.tsx'
import { UndoBox } from '../../shell/slots.tsx'
import { guideQuery, type Subscription } from '../queries.ts'
import { isFilled, toneOf } from '../status.ts'
import { texts } from '../texts.ts'
import styles from './subscription-record.module.css'

/**
 * One subscription as a record of two lines: what it asked for and its state, what it got and when. Its facts are
 * folded; what may still be done about it is not.
 */
export function SubscriptionRecord({ subscription }: { subscription: Subscription }) {
  const t = useTexts(texts)
  const cancel = useCancel(cancelSubscription, {
    id: subscription.id,
    form: `subscriptions.cancel:${subscription.id}`,
    stale: 'subscriptions',
    done: t('done'),
  })
  return (
    <RecordCard
      figure={<OwnMoney value={subscription.amount} unit="USDT" size="title" />}
      state={<Chip tone={toneOf[subscription.status]}>{t(subscription.status)}</Chip>}
      outcome={<Outcome subscription={subscription} />}
      at={subscription.placedAt}
      facts={<Facts subscription={subscription} />}
    >
      {subscription.coolingOff ? (
        <CoolingOff subscription={subscription} onCancel={cancel.ask} />
      ) : (
        subscription.cancellable && (
          <Button tone="secondary" size="small" onClick={cancel.ask}>
            {t('cancel')}
          </Button>
        )
      )}
      {isFilled(subscription) && <UndoBox subscriptionId={subscription.id} />}
      <Confirm
        {...cancel.question}
        title={t('cancelTitle')}
        confirmText={t('cancel')}
        cancelText={t('keep')}
      >
        {t('cancelText', { amount: figureText(subscription.amount, 2, 6) })}
      </Confirm>
    </RecordCard>
  )
}

/** What it got and at which price; of one that waits, when it deals. */
function Outcome({ subscription }: { subscription: Subscription }) {
  const t = useTexts(texts)
  const shown = useOwnText()
  if (isFilled(subscription))
    return t('got', {
      quantity: shown(placedText(subscription.quantity, 'list')),
      price: placedText(subscription.guidePrice, 'price'),
    })
  if (subscription.status !== 'pending') return t(`kind_${subscription.kind}`)
  return (
    <>
      {t('dealsFrom')} <Moment time={subscription.dealsAt} />
    </>
  )
}

function Facts({ subscription }: { subscription: Subscription }) {
  const t = useTexts(texts)
  return (
    <List>
      <NumberRow label={t('orderNumber')} number={subscription.orderNumber} />
      <Row label={t('kind')} value={t(`kind_${subscription.kind}`)} />
      {subscription.asked !== null && (
        <Row
          label={t('askedFirst')}
          note={t('cut')}
          value={<OwnMoney value={subscription.asked} unit="USDT" />}
        />
      )}
      {isFilled(subscription) && (
        <Row label={t('quantity')} value={<OwnMoney value={subscription.quantity} unit="LEAF" />} />
      )}
      {isFilled(subscription) && (
        <Row label={t('filled')} value={<OwnMoney value={subscription.filled} unit="USDT" />} />
      )}
      {subscription.refunded !== null && subscription.refunded !== '0' && (
        <Row
          label={t('refundedAmount')}
          value={<OwnMoney value={subscription.refunded} unit="USDT" />}
        />
      )}
      {isFilled(subscription) && (
        <MoneyRow label={t('price')} value={subscription.guidePrice} unit="USDT" place="price" />
      )}
      {subscription.status === 'pending' && (
        <>
          <GuidePriceRow />
          <MomentRow label={t('deals')} time={subscription.dealsAt} />
        </>
      )}
      <RuleVersionRow
        ruleVersion={subscription.ruleVersion}
        dealVersion={subscription.dealVersion}
      />
    </List>
  )
}

/** The guide price as it is now; the subscription deals at a later one. */
function GuidePriceRow() {
  const t = useTexts(texts)
  const { data: guide } = useQuery(guideQuery)
  if (!guide) return null
  return (
    <MoneyRow
      label={t('guidePrice')}
      note={t('guidePriceNote')}
      value={guide.price}
      unit="USDT"
      place="price"
    />
  )
}

/** The first order's day to think again: going on and leaving are the same size, neither is urged. */
function CoolingOff({
  subscription,
  onCancel,
}: {
  subscription: Subscription
  onCancel: () => void
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const [kept, setKept] = useState(false)
  return (
    <div className={styles.box}>
      <p className="sub">
        {kept
          ? t('coolingKept')
          : t('cooling', { wait: durationText(subscription.waitMs, language) })}
      </p>
      <div className={styles.choice}>
        <Button tone="secondary" aria-pressed={kept} onClick={() => setKept(true)}>
          {t('goOn')}
        </Button>
        <Button tone="secondary" disabled={!subscription.cancellable} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
