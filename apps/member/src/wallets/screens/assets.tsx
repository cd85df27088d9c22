import type { AnswerOf, walletSummary } from '@banyan/domain'
import { Card, Icon, type IconName, Money } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { HideButton, useHiddenFigures } from '../../shell/hidden-figures.tsx'
import { Link, pages, QueryView, useLive, useTexts } from '../../shell/index.ts'
import { ExchangeOpener } from '../../shell/slots.tsx'
import { AssetCard } from '../parts/asset-card.tsx'
import { Flows } from '../parts/flows.tsx'
import { LimitsCard } from '../parts/limits-card.tsx'
import { Statement } from '../parts/statement.tsx'
import { summaryQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './assets.module.css'

/** The member's assets by state, and all lines that led to them. */
export default function AssetsScreen() {
  const t = useTexts(texts)
  const hidden = useHiddenFigures()
  const query = useQuery(summaryQuery)
  useLive('wallets', { invalidate: ['wallets'] })
  useLive('pricing', { invalidate: ['wallets'] })
  return (
    <div className="page-pad stack">
      <QueryView query={query}>
        {summary => (
          <>
            <Total summary={summary} hidden={hidden} />
            {summary.assets.map(balance => (
              <AssetCard key={balance.asset} balance={balance} hidden={hidden} />
            ))}
            <LimitsCard summary={summary} />
            <p className="cap">{t('note')}</p>
          </>
        )}
      </QueryView>
      <Statement />
    </div>
  )
}

type Summary = AnswerOf<typeof walletSummary>

function Total({ summary, hidden }: { summary: Summary; hidden: boolean }) {
  const t = useTexts(texts)
  return (
    <Card hero className={styles.total}>
      <div className={styles.line}>
        <span className="sub">{t('total')}</span>
        <HideButton />
      </div>
      <Money value={summary.totalValue} size="hero" place="list" hidden={hidden} />
      <Flows hidden={hidden} />
      <nav className={styles.actions}>
        <Action page={pages.assetsArea.recharge} icon="download" label={t('recharge')} />
        <Action page={pages.mineArea.withdrawal} icon="upload" label={t('withdraw')} />
        <ExchangeOpener>
          {open => (
            <button type="button" className={styles.action} onClick={open}>
              <Icon name="swap" size={20} />
              {t('exchange_action')}
            </button>
          )}
        </ExchangeOpener>
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
