import { Card, HashText, List, MomentRow, Money, MoneyRow, Row, type Tone } from '@banyan/ui'
import { useSession, useTexts } from '../../shell/index.ts'
import { NoticeCard, NoticeText } from '../../shell/notice-card.tsx'
import type { Outcome, WindDownView } from '../queries.ts'
import { texts } from '../texts.ts'
import { OwnCard } from './own-card.tsx'
import styles from './wind-down-cards.module.css'

const tones: Readonly<Record<WindDownView['state'], Tone>> = {
  announced: 'danger',
  closing: 'danger',
  paying: 'warn',
  closed: 'neutral',
  cancelled: 'neutral',
}

/** One wind-down: the approved notice, what goes on, and all figures. */
export function WindDownCards({ item }: { item: WindDownView }) {
  const t = useTexts(texts)
  const { current } = useSession()
  const { state, notice, cancelled, outcome, waitsFor } = item
  return (
    <>
      <NoticeCard at={item.announcedAt} notice={notice} state={t(state)} tone={tones[state]}>
        <p className="sub">{t(`text_${state}`)}</p>
        {item.isStopped && <p>{t('stopped')}</p>}
        {cancelled && <NoticeText text={cancelled.why} />}
        {waitsFor.length > 0 && (
          <ul className={styles.waits}>
            {waitsFor.map(one => (
              <li key={one}>{t(`wait_${one}`)}</li>
            ))}
          </ul>
        )}
        {state !== 'cancelled' && <Terms item={item} />}
      </NoticeCard>
      {outcome && current && <OwnCard id={item.id} />}
      {outcome && <OutcomeCard outcome={outcome} />}
    </>
  )
}

/** The relevant times, and the amount that OPS keeps. */
function Terms({ item }: { item: WindDownView }) {
  const t = useTexts(texts)
  return (
    <List>
      <MomentRow label={t('dueAt')} time={item.dueAt} />
      <MomentRow label={t('heldFrom')} time={item.heldFrom} />
      <MoneyRow label={t('costs')} note={item.evidence} value={item.costs} unit="USDT" />
      {item.closedAt && <MomentRow label={t('closedAt')} time={item.closedAt} />}
    </List>
  )
}

const usdt = ['poolStatic', 'reserve', 'toRisk', 'risk', 'dust', 'ops'] as const
const leaf = ['weight', 'outstanding', 'seed', 'riskWeight'] as const

function OutcomeCard({ outcome }: { outcome: Outcome }) {
  const t = useTexts(texts)
  return (
    <Card title={t('sumTitle')}>
      <List>
        <MomentRow label={t('frozenAt')} time={outcome.frozenAt} />
        <MoneyRow label={t('exitPrice')} value={outcome.exitPrice} unit="USDT" least={6} strong />
        {usdt.map(name => (
          <Row
            key={name}
            label={t(name)}
            value={<Money value={outcome[name]} unit="USDT" least={6} />}
          />
        ))}
        {(['poolStatic', 'poolDynamic', 'income', 'ops'] as const).map(name => (
          <Row
            key={name}
            label={t(`rest_${name}`)}
            value={<Money value={outcome.toReserve[name]} unit="USDT" least={6} />}
          />
        ))}
        {leaf.map(name => (
          <Row
            key={name}
            label={t(name)}
            value={<Money value={outcome[name]} unit="LEAF" least={6} />}
          />
        ))}
        <Row label={t('members')} value={`${outcome.members}`} />
        <Row label={t('positions')} value={`${outcome.positions}`} />
      </List>
      <p className="cap">{t('hashes')}</p>
      <HashText hash={outcome.inputHash} />
      <HashText hash={outcome.resultHash} />
    </Card>
  )
}
