import { Avatar, Card, Chip, Icon, IconButton, type IconName, Money } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, pages, QueryView, useLive, useSession, useTexts } from '../../shell/index.ts'
import { HomeNotices } from '../../shell/slots.tsx'
import { GuideCard } from '../parts/guide-card.tsx'
import { RoundCard } from '../parts/round-card.tsx'
import { SolvencyBadge } from '../parts/solvency-badge.tsx'
import { Today } from '../parts/today.tsx'
import { aboutQuery, guideQuery, meQuery, roundQuery, summaryQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './home.module.css'

/** The entry page: what there is, what a coin is worth, and the round under way. */
export default function HomeScreen() {
  const guide = useQuery(guideQuery)
  const round = useQuery(roundQuery)
  useLive('wallets', { invalidate: ['wallets'] })
  useLive('pricing', { invalidate: ['pricing'] })
  useLive('subscriptions', { invalidate: ['subscriptions'] })
  useLive('earnings', { invalidate: ['earnings'] })
  return (
    <>
      <HomeHead />
      <div className="page-pad stack">
        <TotalCard />
        <Shortcuts />
        <HomeNotices />
        <QueryView query={guide} skeleton={<GuideCard />}>
          {price => <GuideCard guide={price} />}
        </QueryView>
        {!(guide.isError && !guide.data) && (
          <QueryView query={round} skeleton={<RoundCard />}>
            {facts => <RoundCard round={facts} guidePrice={guide.data?.price} />}
          </QueryView>
        )}
      </div>
    </>
  )
}

function HomeHead() {
  const t = useTexts(texts)
  const { data: member } = useQuery(meQuery)
  const { current } = useSession()
  const nickname = member?.nickname ?? current?.nickname ?? ''
  const { data: house } = useQuery(aboutQuery)
  return (
    <header className={styles.head}>
      <Link page={pages.homeArea.accountList} className={styles.who}>
        <span className="visually-hidden">{t('accounts')}</span>
        <Avatar name={nickname} />
        <strong>{nickname}</strong>
        <Icon name="down" size={16} />
      </Link>
      <span className={styles.badges}>
        <SolvencyBadge />
        {house?.testChain && <Chip tone="warn">{t('testChain')}</Chip>}
      </span>
    </header>
  )
}

function TotalCard() {
  const t = useTexts(texts)
  const [hidden, setHidden] = useState(false)
  const summary = useQuery(summaryQuery)
  return (
    <Card hero className={styles.total}>
      <div className={styles.line}>
        <span className="sub">{t('total')}</span>
        <IconButton
          name={hidden ? 'eye-off' : 'eye'}
          label={t(hidden ? 'show' : 'hide')}
          onClick={() => setHidden(!hidden)}
        />
      </div>
      <QueryView query={summary} compact skeleton={<Totals {...unknown} hidden />}>
        {facts => <Totals {...facts} hidden={hidden} />}
      </QueryView>
    </Card>
  )
}

interface TotalsProps {
  totalValue: string
  assets: readonly { asset: string; available: string }[]
  hidden: boolean
}

/** The figures before the house has answered: hidden, in the places that they will take. */
const unknown: Omit<TotalsProps, 'hidden'> = {
  totalValue: '0',
  assets: ['USDT', 'LEAF'].map(asset => ({ asset, available: '0' })),
}

function Totals({ totalValue, assets, hidden }: TotalsProps) {
  return (
    <>
      <Money value={totalValue} size="hero" most={2} hidden={hidden} />
      <ul className={styles.assets}>
        {assets.map(balance => (
          <li key={balance.asset}>
            <span className="cap">{balance.asset}</span>
            <Money value={balance.available} most={2} hidden={hidden} />
          </li>
        ))}
      </ul>
      <Today hidden={hidden} />
    </>
  )
}

function Shortcuts() {
  const t = useTexts(texts)
  const items: { page: typeof pages.assetsArea.recharge; icon: IconName; label: string }[] = [
    { page: pages.assetsArea.recharge, icon: 'download', label: t('recharge') },
    { page: pages.mineArea.withdrawal, icon: 'upload', label: t('withdraw') },
    { page: pages.homeArea.subscribeList, icon: 'list', label: t('records') },
    { page: pages.mineArea.invite, icon: 'gift', label: t('invite') },
  ]
  return (
    <nav className={styles.shortcuts}>
      {items.map(({ page, icon, label }) => (
        <Link key={label} page={page} className={styles.shortcut}>
          <span className={styles.tile}>
            <Icon name={icon} />
          </span>
          {label}
        </Link>
      ))}
    </nav>
  )
}
