import { cancelOrder, type OwnOrderView, pauseOrder, resumeOrder } from '@banyan/domain'
import { Button, Chip, Confirm, figureText, Icon, Moment, Money, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  Link,
  pages,
  queryClient,
  type Refused,
  toast,
  useCommand,
  useTexts,
} from '../../shell/index.ts'
import { changeTexts } from '../change-texts.ts'
import { codes } from '../codes.ts'
import { termsQuery } from '../market-queries.ts'
import { showFreshOrder, showOrder } from '../order-lists.ts'
import { orderShares, orderStyles } from '../orders.ts'
import { marginText, percentOfBps } from '../prices.ts'
import { texts } from '../texts.ts'
import { ChangeSheet } from './later.tsx'
import { Asked } from './offer-row.tsx'
import styles from './order-record.module.css'

/** An own order in three lines; a tap opens its details and the owner's actions. */
export function OrderRecord({ order }: { order: OwnOrderView }) {
  const t = useTexts(texts)
  const style = orderStyles[order.status]
  const { dealt, inTrade } = orderShares(order)
  // An order that waits for its owner is open initially.
  const [open, setOpen] = useState(order.heldBecause !== null)
  return (
    <article className={styles.record}>
      <button
        type="button"
        className={styles.face}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.line}>
          <span className={styles.state}>
            <Chip tone={style.tone}>{t(style.label)}</Chip>
            <Life order={order} />
          </span>
          <Money value={order.effectivePrice} place="price" unit="USDT" size="title" />
        </span>
        <span className={`sub ${styles.line}`}>
          <span>
            {t('orders.dealt')} <Money value={order.dealt} place="limit" /> /{' '}
            <Money value={order.total} place="limit" unit="LEAF" />
          </span>
          <Icon name="down" size={16} />
        </span>
        <span className={styles.bar} aria-hidden>
          <i style={{ width: `${dealt}%` }} />
          <i style={{ width: `${inTrade}%` }} />
        </span>
        <span className={`cap num ${styles.line}`}>
          <span>{order.orderNumber}</span>
          <Moment time={order.createdAt} />
        </span>
      </button>
      {open && <Opened order={order} />}
    </article>
  )
}

function Opened({ order }: { order: OwnOrderView }) {
  const t = useTexts(texts)
  return (
    <div className={styles.opened}>
      <p className={styles.price}>
        {order.floating && <Floating side={order.side} floating={order.floating} />}
        {order.concessionBps > 0 && (
          <Chip tone="accent">
            {t('orders.concession', { rate: percentOfBps(order.concessionBps) })}
          </Chip>
        )}
        {order.networks.map(network => (
          <Chip key={network}>{network}</Chip>
        ))}
        {order.autoRelease && <Chip tone="ok">{t('market.autoRelease')}</Chip>}
      </p>
      <dl className={styles.facts}>
        {/[1-9]/.test(order.inTrade) && <Fact label={t('orders.inTrade')} value={order.inTrade} />}
        {/[1-9]/.test(order.returned) ? (
          <Fact label={t('orders.returned')} value={order.returned} />
        ) : (
          <Fact label={t('orders.left')} value={order.available} />
        )}
      </dl>
      <Asked conditions={order.conditions} />
      {order.heldBecause && <Note tone="warn">{t(`orders.${order.heldBecause}`)}</Note>}
      <p className={`cap ${styles.line}`}>
        <Link page={pages.more.rules} query={{ version: `${order.ruleVersion}` }}>
          {t('orders.rules', { version: order.ruleVersion })}
        </Link>
        {order.moves.length > 0 && (
          <span>
            {t('orders.expires')} <Moment time={order.expiresAt} />
          </span>
        )}
      </p>
      <Moves order={order} />
    </div>
  )
}

/** How a price follows the guide price, and the owner's limit of it. */
function Floating({
  side,
  floating: { marginBps, limit },
}: {
  side: OwnOrderView['side']
  floating: NonNullable<OwnOrderView['floating']>
}) {
  const t = useTexts(texts)
  return (
    <>
      <Chip>{t('orders.margin', { margin: marginText(marginBps) })}</Chip>
      <span className="cap num">
        {t(side === 'sell' ? 'orders.floor' : 'orders.ceiling', { price: figureText(limit) })}
      </span>
    </>
  )
}

/** Beside its status: why an order cannot be taken now, or that its time ran out. */
function Life({ order: { life, side } }: { order: OwnOrderView }) {
  const t = useTexts(texts)
  const { data: terms } = useQuery(termsQuery)
  if (life === 'open' && side === 'sell' && terms?.frozenUntil)
    return <Chip tone="warn">{t('orders.frozen')}</Chip>
  if (life === 'paused' || life === 'held') return <Chip tone="warn">{t(`orders.${life}`)}</Chip>
  return life === 'expired' ? <Chip>{t('orders.expired')}</Chip> : null
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="cap">{label}</dt>
      <dd>
        <Money value={value} least={0} />
      </dd>
    </div>
  )
}

const ask = () => void queryClient.invalidateQueries({ queryKey: ['otc'] })

function Moves({ order }: { order: OwnOrderView }) {
  const t = useTexts(texts)
  const may = (move: OwnOrderView['moves'][number]) => order.moves.includes(move)
  const onRefused = (refusal: Refused) => showFreshOrder(refusal, t('orders.stale'))
  const pause = useCommand(pauseOrder, {
    form: `otc.pause:${order.id}:${order.version}`,
    onRefused,
  })
  const resume = useCommand(resumeOrder, {
    form: `otc.resume:${order.id}:${order.version}`,
    onRefused,
  })
  const { data: terms } = useQuery(termsQuery)
  if (order.moves.length === 0) return null
  // Only terms that could be published can be changed and resumed.
  const stopped = (order.side === 'buy' ? terms?.buyingStopped : terms?.frozenUntil) != null
  async function run(move: typeof pause | typeof resume, done: string) {
    const moved = await move.run({ params: { id: order.id }, body: { version: order.version } })
    if (moved) {
      showOrder(moved)
      toast(done, 'ok')
    }
    ask()
  }
  const held = order.life === 'held'
  return (
    <div className={styles.moves}>
      {may('cancel') && <CancelOrder order={order} />}
      {may('change') && <ChangeOrder order={order} disabled={stopped} />}
      {may('pause') && !held && (
        <Button
          tone="secondary"
          size="small"
          pending={pause.pending}
          onClick={() => void run(pause, t('orders.pausedDone'))}
        >
          {t('orders.pause')}
        </Button>
      )}
      {may('resume') && (
        <Button
          size="small"
          pending={resume.pending}
          disabled={stopped}
          onClick={() => void run(resume, t(held ? 'orders.confirmedDone' : 'orders.resumedDone'))}
        >
          {t(held ? 'orders.confirm' : 'orders.resume')}
        </Button>
      )}
    </div>
  )
}

/** Its sheet is loaded, and the limits of terms are requested, when the member first wants to change it. */
function ChangeOrder({ order, disabled }: { order: OwnOrderView; disabled: boolean }) {
  const t = useTexts(changeTexts)
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  const { data: terms } = useQuery({ ...termsQuery, enabled: sheet !== 'never' })
  return (
    <>
      <Button
        tone="secondary"
        size="small"
        pending={sheet === 'open' && !terms}
        disabled={disabled}
        onClick={() => setSheet('open')}
      >
        {t('change.open')}
      </Button>
      {sheet !== 'never' && terms && (
        <ChangeSheet
          key={order.version}
          order={order}
          terms={terms}
          open={sheet === 'open'}
          onClose={() => setSheet('closed')}
        />
      )}
    </>
  )
}

function CancelOrder({ order }: { order: OwnOrderView }) {
  const t = useTexts(texts)
  const [asking, setAsking] = useState(false)
  const sells = order.side === 'sell'
  const cancel = useCommand(cancelOrder, {
    form: `otc.cancel:${order.id}`,
    onRefused: refusal => {
      setAsking(false)
      if (refusal.code === codes.orderNotOpen) ask()
      return showFreshOrder(refusal, t('orders.stale'))
    },
  })
  async function run() {
    const seen = { params: { id: order.id }, body: { version: order.version } }
    if (!(await cancel.run(seen))) return
    setAsking(false)
    toast(t('orders.cancelled'), 'ok')
    ask()
  }
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setAsking(true)}>
        {t('orders.cancel')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('orders.cancelTitle')}
        confirmText={t(sells ? 'orders.cancelConfirm' : 'orders.cancelConfirmBuy')}
        cancelText={t('orders.keep')}
        tone="danger"
        pending={cancel.pending}
        onConfirm={() => void run()}
      >
        {t(sells ? 'orders.cancelText' : 'orders.cancelTextBuy', {
          n: figureText(order.available),
        })}
      </Confirm>
    </>
  )
}
