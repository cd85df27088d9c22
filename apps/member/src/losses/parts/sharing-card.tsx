import { List, Money, MoneyRow, Row, type Tone } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryView, useSession, useTexts } from '../../shell/index.ts'
import { NoticeCard } from '../../shell/notice-card.tsx'
import { SumLine } from '../../shell/sum-line.tsx'
import { keptPercent } from '../kept-percent.ts'
import { type OwnLoss, ownLossesQuery, type Sharing } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './sharing-card.module.css'

type Outcome = NonNullable<Sharing['outcome']>

const tones: Readonly<Record<Sharing['state'], Tone>> = {
  announced: 'danger',
  under_way: 'danger',
  done: 'warn',
  unused: 'neutral',
}

/** One sharing: the notice as it was approved, all figures, and the reader's own part. */
export function SharingCard({ sharing }: { sharing: Sharing }) {
  const t = useTexts(texts)
  const { current } = useSession()
  const { state, notice, outcome } = sharing
  return (
    <NoticeCard at={sharing.approvedAt} notice={notice} state={t(state)} tone={tones[state]}>
      {state === 'announced' && <p className="sub">{t('announcedText')}</p>}
      {state === 'under_way' && <p className="sub">{t('underWayText')}</p>}
      {state === 'unused' && <p className="sub">{t('unusedText')}</p>}
      <List>
        <MoneyRow label={t('most')} value={sharing.most} unit="USDT" />
        {sharing.period && <Row label={t('period')} value={sharing.period} />}
      </List>
      {outcome && <WholeSum outcome={outcome} />}
      {outcome && state === 'done' && current && <OwnPart id={sharing.id} outcome={outcome} />}
    </NoticeCard>
  )
}

const totals = ['left', 'owed', 'shared', 'poolDynamic', 'members', 'dust'] as const

function WholeSum({ outcome }: { outcome: Outcome }) {
  const t = useTexts(texts)
  const { owed, shared } = outcome
  return (
    <section>
      <h3 className={styles.title}>{t('sumTitle')}</h3>
      <List>
        {totals.map(name => (
          <Row
            key={name}
            label={t(name)}
            value={<Money value={outcome[name]} unit="USDT" least={6} />}
          />
        ))}
      </List>
      <p className="sub">{t('kept')}</p>
      <SumLine>{t('keptSum', { owed, shared, percent: keptPercent(outcome) })}</SumLine>
    </section>
  )
}

function OwnPart({ id, outcome }: { id: string; outcome: Outcome }) {
  const t = useTexts(texts)
  return (
    <section>
      <h3 className={styles.title}>{t('ownTitle')}</h3>
      <QueryView query={useQuery(ownLossesQuery)} compact>
        {({ items }) => {
          const own = items.find(one => one.sharingId === id)
          return own ? (
            <OwnSum own={own} outcome={outcome} />
          ) : (
            <p className="sub">{t('ownNone')}</p>
          )
        }}
      </QueryView>
    </section>
  )
}

function OwnSum({ own, outcome: { owed, shared } }: { own: OwnLoss; outcome: Outcome }) {
  const t = useTexts(texts)
  const { before, after } = own
  return (
    <>
      <List>
        {(['before', 'taken', 'after'] as const).map(name => (
          <Row
            key={name}
            label={t(name)}
            value={<Money value={own[name]} unit="USDT" least={6} />}
            strong={name === 'after'}
          />
        ))}
        {own.orders.map((order, i) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of cuts never changes.
            key={i}
            label={t(order.kind)}
            value={t('order', { before: order.before, after: order.after })}
          />
        ))}
      </List>
      <SumLine>{t('ownSum', { before, owed, shared, after })}</SumLine>
    </>
  )
}
