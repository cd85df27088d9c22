import { useQuery } from '@tanstack/react-query'
import { PageHead, QueryView, useLive, useTexts } from '../../shell/index.ts'
import { AssetCard } from '../parts/asset-card.tsx'
import { Statement } from '../parts/statement.tsx'
import { summaryQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Every wallet of the member with its balances and its statement. */
export default function WalletListScreen() {
  const t = useTexts(texts)
  const query = useQuery(summaryQuery)
  useLive('wallets', { invalidate: ['wallets'] })
  return (
    <>
      <PageHead title={t('wallets')} />
      <div className="page-pad stack">
        <QueryView query={query}>
          {summary =>
            summary.assets.map(balance => (
              <AssetCard key={balance.asset} balance={balance} hidden={false} />
            ))
          }
        </QueryView>
        <Statement />
      </div>
    </>
  )
}
