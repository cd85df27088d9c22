import type { InviteeView } from '@banyan/domain'
import {
  Avatar,
  Card,
  Chip,
  Empty,
  FilterChips,
  List,
  Moment,
  Skeleton,
  type Tone,
} from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { OwnMoney } from '../../shell/hidden-figures.tsx'
import { Link, nav, PagedList, pages, useLive, usePageQuery, useTexts } from '../../shell/index.ts'
import { inviteesQuery, overviewQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './invite-list.module.css'

const tones: Record<InviteeView['state'], Tone> = {
  pending: 'neutral',
  requested: 'warn',
  settling: 'warn',
  placed: 'ok',
}

/** Everybody whom the member invited: placed or waiting, and the fees they brought. */
export default function InviteListScreen() {
  const t = useTexts(texts)
  const { filter } = usePageQuery(pages.mineArea.inviteList)
  const query = useInfiniteQuery(inviteesQuery(filter))
  useLive('network', { invalidate: ['network'] })
  return (
    <div className="page-pad stack">
      <Summary />
      <FilterChips
        label={t('invitees.filter')}
        value={filter}
        onValueChange={next => nav.retune(pages.mineArea.inviteList, { filter: next })}
        choices={[
          { value: 'all', label: t('invitees.all') },
          { value: 'waiting', label: t('invitees.onlyWaiting') },
          { value: 'placed', label: t('invitees.onlyPlaced') },
        ]}
      />
      <PagedList
        query={query}
        empty={
          <Empty
            icon="community"
            action={<Link page={pages.mineArea.invite}>{t('place.invite')}</Link>}
          >
            {t(filter === 'all' ? 'invitees.empty' : 'invitees.emptyFilter')}
          </Empty>
        }
      >
        {items => (
          <Card className={styles.card}>
            <List>
              {items.map(one => (
                <Invitee key={one.id} invitee={one} />
              ))}
            </List>
          </Card>
        )}
      </PagedList>
    </div>
  )
}

function Summary() {
  const t = useTexts(texts)
  const { data } = useQuery(overviewQuery)
  const grey = <Skeleton width="48px" height="24px" />
  const money = (value: string | undefined) =>
    value === undefined ? grey : <OwnMoney value={value} size="title" unit="USDT" most={2} />
  const isCounted = data?.state !== 'placed' || data.sums !== null
  return (
    <Card hero>
      <dl className={styles.figures}>
        <div>
          <dt>{t('invitees.invited')}</dt>
          <dd className="num">{data?.invited ?? grey}</dd>
        </div>
        <div>
          <dt>{t('invitees.waiting')}</dt>
          <dd className="num">
            {data?.waiting ?? grey}
            {data !== undefined && data.pending > 0 && (
              <Link page={pages.mineArea.settleNetwork}>{t('invitees.place')}</Link>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('invitees.referral')}</dt>
          <dd>{money(data?.sums?.referral ?? (isCounted && data ? '0' : undefined))}</dd>
        </div>
        <div>
          <dt>{t('invitees.team')}</dt>
          <dd>{money(data?.sums?.team ?? (isCounted && data ? '0' : undefined))}</dd>
        </div>
      </dl>
      {data !== undefined && data.pending === 0 && data.waiting > 0 && (
        <p className="sub">
          {t(data.state === 'placed' ? 'invitees.settled' : 'invitees.follow', {
            count: data.waiting,
          })}
        </p>
      )}
      <p className="cap">{t('invitees.volumeHint')}</p>
    </Card>
  )
}

function Invitee({ invitee }: { invitee: InviteeView }) {
  const t = useTexts(texts)
  return (
    <li className={styles.invitee}>
      <Avatar name={invitee.nickname} size={40} />
      <div className={styles.facts}>
        <div className={styles.line}>
          <strong className={styles.name}>{invitee.nickname}</strong>
          {invitee.effective && <Chip tone="accent">{t('invitees.effective')}</Chip>}
          <Chip tone={tones[invitee.state]}>
            {t(`state.${invitee.state}`)}
            {invitee.side && ` · ${t(`side.${invitee.side}`)}`}
          </Chip>
        </div>
        <div className={styles.line}>
          <span className="cap">
            {t('invitees.joined')} <Moment time={invitee.joinedAt} />
          </span>
          {invitee.volume !== null && (
            <span className="cap">
              {t('invitees.volume')}{' '}
              <OwnMoney value={invitee.volume} size="sub" unit="USDT" most={2} />
            </span>
          )}
        </div>
        {invitee.state === 'pending' && invitee.dueAt && (
          <span className="cap">
            {t('invitees.due')} <Moment time={invitee.dueAt} />
          </span>
        )}
      </div>
    </li>
  )
}
