import type { AnswerOf, walletSummary } from '@banyan/domain'
import { Card, Icon, IconButton, type IconName, List, Money, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, pages, QueryView, useLive, useTexts } from '../../shell/index.ts'
import { AssetCard } from '../parts/asset-card.tsx'
import { Statement } from '../parts/statement.tsx'
import { summaryQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './assets.module.css'

/** What the member has, where it is, and every line that made it so. */
export default function AssetsScreen() {
  const [hidden, setHidden] = useState(false)
  const query = useQuery(summaryQuery)
  useLive('wallets', { invalidate: ['wallets'] })
  useLive('pricing', { invalidate: ['wallets'] })
  return (
    <div className="page-pad stack">
      <QueryView query={query}>
        {summary => (
          <>
            <Total summary={summary} hidden={hidden} onHide={() => setHidden(!hidden)} />
            {summary.assets.map(balance => (
              <AssetCard key={balance.asset} balance={balance} hidden={hidden} />
            ))}
            <Limits summary={summary} />
          </>
        )}
      </QueryView>
      <Statement />
    </div>
  )
}

type Summary = AnswerOf<typeof walletSummary>

function Total({
  summary,
  hidden,
  onHide,
}: {
  summary: Summary
  hidden: boolean
  onHide: () => void
}) {
  const t = useTexts(texts)
  return (
    <Card hero className={styles.total}>
      <div className={styles.line}>
        <span className="sub">{t('total')}</span>
        <IconButton
          name={hidden ? 'eye-off' : 'eye'}
          label={t(hidden ? 'show' : 'hide')}
          onClick={onHide}
        />
      </div>
      <Money value={summary.totalValue} size="hero" most={2} hidden={hidden} />
      <dl className={styles.flow}>
        <div>
          <dt>{t('in')}</dt>
          <dd>
            <Money value={summary.totalIn} size="sub" most={2} hidden={hidden} />
          </dd>
        </div>
        <div>
          <dt>{t('out')}</dt>
          <dd>
            <Money value={summary.totalOut} size="sub" most={2} hidden={hidden} />
          </dd>
        </div>
      </dl>
      <nav className={styles.actions}>
        <Action page={pages.assetsArea.recharge} icon="download" label={t('recharge')} />
        <Action page={pages.mineArea.withdrawal} icon="upload" label={t('withdraw')} />
        <Action page={pages.assetsArea.walletList} icon="wallet" label={t('wallets')} />
      </nav>
    </Card>
  )
}

function Action({
  page,
  icon,
  label,
}: {
  page: typeof pages.assetsArea.recharge
  icon: IconName
  label: string
}) {
  return (
    <Link page={page} className={styles.action}>
      <Icon name={icon} size={20} />
      {label}
    </Link>
  )
}

function Limits({ summary }: { summary: Summary }) {
  const t = useTexts(texts)
  return (
    <Card title={t('limits')}>
      <List>
        <Row
          label={t('tradingLimit')}
          value={<Money value={summary.tradingLimit} unit="USDT" most={2} />}
        />
        <Row
          label={t('purchasable')}
          value={<Money value={summary.purchasable} unit="USDT" most={2} />}
        />
        <Row
          label={t('maxInvestment')}
          value={<Money value={summary.maxInvestment} unit="USDT" most={2} />}
        />
      </List>
      <p className="cap">{t('note')}</p>
    </Card>
  )
}
