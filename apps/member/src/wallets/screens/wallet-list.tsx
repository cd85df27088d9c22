import { Button, List, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { HideButton, useHiddenFigures } from '../../shell/hidden-figures.tsx'
import { href, PageHead, pages, QueryView, useLive, useTexts } from '../../shell/index.ts'
import { ExchangeOpener } from '../../shell/slots.tsx'
import { AssetCard } from '../parts/asset-card.tsx'
import { Statement } from '../parts/statement.tsx'
import { summaryQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Every wallet of the member with its balances and its statement. */
export default function WalletListScreen() {
  const t = useTexts(texts)
  const query = useQuery(summaryQuery)
  const hidden = useHiddenFigures()
  useLive('wallets', { invalidate: ['wallets'] })
  return (
    <>
      <PageHead title={t('wallets')} right={<HideButton />} />
      <div className="page-pad stack">
        <QueryView query={query}>
          {summary =>
            summary.assets.map(balance => (
              <AssetCard key={balance.asset} balance={balance} hidden={hidden}>
                {balance.asset === 'LEAF' && <Exchange />}
              </AssetCard>
            ))
          }
        </QueryView>
        <Statement />
      </div>
    </>
  )
}

/** The exchange of coin to USDT at the next exit price, and the pending exchanges. */
function Exchange() {
  const t = useTexts(texts)
  return (
    <>
      <ExchangeOpener>
        {open => (
          <Button tone="secondary" wide icon="exchange" onClick={open}>
            {t('exchangeTitle')}
          </Button>
        )}
      </ExchangeOpener>
      <List>
        <Row
          label={t('exchangeQueue')}
          href={href(pages.communityArea.saleRecords, { tab: 'queue' })}
        />
      </List>
    </>
  )
}
