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
export function SubscriptionRecord({ one }: { one: Subscription }) {
  const t = useTexts(texts)
  const cancel = useCancel(cancelSubscription, {
    id: one.id,
    form: `subscriptions.cancel:${one.id}`,
    stale: 'subscriptions',
    done: t('done'),
  })
  return (
    <RecordCard
      figure={<OwnMoney value={one.amount} unit="USDT" size="title" />}
      state={<Chip tone={toneOf[one.status]}>{t(one.status)}</Chip>}
      outcome={<Outcome one={one} />}
      at={one.placedAt}
      facts={<Facts one={one} />}
    >
      {one.coolingOff ? (
        <CoolingOff one={one} onCancel={cancel.ask} />
      ) : (
        one.cancellable && (
          <Button tone="secondary" size="small" onClick={cancel.ask}>
            {t('cancel')}
          </Button>
        )
      )}
      {isFilled(one) && <UndoBox subscriptionId={one.id} />}
      <Confirm
        {...cancel.question}
        title={t('cancelTitle')}
        confirmText={t('cancel')}
        cancelText={t('keep')}
      >
        {t('cancelText', { amount: figureText(one.amount, 2, 6) })}
      </Confirm>
    </RecordCard>
  )
}

/** What it got and at which price; of one that waits, when it deals. */
function Outcome({ one }: { one: Subscription }) {
  const t = useTexts(texts)
  const shown = useOwnText()
  if (isFilled(one))
    return t('got', {
      quantity: shown(placedText(one.quantity, 'list')),
      price: placedText(one.guidePrice, 'price'),
    })
  if (one.status !== 'pending') return t(`kind_${one.kind}`)
  return (
    <>
      {t('dealsFrom')} <Moment time={one.dealsAt} />
    </>
  )
}

function Facts({ one }: { one: Subscription }) {
  const t = useTexts(texts)
  return (
    <List>
      <NumberRow label={t('orderNumber')} number={one.orderNumber} />
      <Row label={t('kind')} value={t(`kind_${one.kind}`)} />
      {one.asked !== null && (
        <Row
          label={t('askedFirst')}
          note={t('cut')}
          value={<OwnMoney value={one.asked} unit="USDT" />}
        />
      )}
      {isFilled(one) && (
        <Row label={t('quantity')} value={<OwnMoney value={one.quantity} unit="LEAF" />} />
      )}
      {isFilled(one) && (
        <Row label={t('filled')} value={<OwnMoney value={one.filled} unit="USDT" />} />
      )}
      {one.refunded !== null && one.refunded !== '0' && (
        <Row label={t('refundedAmount')} value={<OwnMoney value={one.refunded} unit="USDT" />} />
      )}
      {isFilled(one) && (
        <MoneyRow label={t('price')} value={one.guidePrice} unit="USDT" place="price" />
      )}
      {one.status === 'pending' && (
        <>
          <GuidePriceRow />
          <MomentRow label={t('deals')} time={one.dealsAt} />
        </>
      )}
      <RuleVersionRow ruleVersion={one.ruleVersion} dealVersion={one.dealVersion} />
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
function CoolingOff({ one, onCancel }: { one: Subscription; onCancel: () => void }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const [kept, setKept] = useState(false)
  return (
    <div className={styles.box}>
      <p className="sub">
        {kept ? t('coolingKept') : t('cooling', { wait: durationText(one.waitMs, language) })}
      </p>
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
