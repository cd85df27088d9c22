import type { AnswerOf, walletSummary } from '@banyan/domain'
import { Card, List, Money, Row } from '@banyan/ui'
import { href, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

/** What the member may still sell and invest; all limits, and the own ones, are on a page of their own. */
export function LimitsCard({ summary }: { summary: AnswerOf<typeof walletSummary> }) {
  const t = useTexts(texts)
  const usdt = (value: string) => <Money value={value} unit="USDT" place="limit" />
  return (
    <Card title={t('limits')}>
      <List>
        <Row label={t('tradingLimit')} value={usdt(summary.tradingLimit)} />
        <Row label={t('purchasable')} value={usdt(summary.purchasable)} />
        <Row label={t('maxInvestment')} value={usdt(summary.maxInvestment)} />
        <Row
          label={t('allLimits')}
          note={t('allLimitsNote')}
          href={href(pages.assetsArea.limits)}
        />
      </List>
    </Card>
  )
}
