import { Card, Empty, List } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, PagedList, PageHead, pages, useLive, useTexts } from '../../shell/index.ts'
import { DepositRow } from '../parts/deposit-row.tsx'
import { listQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Every recharge with its block confirmation state. */
export default function RechargeListScreen() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(listQuery)
  useLive('deposits', { invalidate: ['deposits'] })
  return (
    <>
      <PageHead title={t('records')} />
      <div className="page-pad stack">
        <PagedList
          query={query}
          empty={
            <Empty action={<Link page={pages.assetsArea.recharge}>{t('title')}</Link>}>
              {t('empty')}
            </Empty>
          }
        >
          {deposits => (
            <Card>
              <List>
                {deposits.map(deposit => (
                  <DepositRow key={deposit.id} deposit={deposit} />
                ))}
              </List>
            </Card>
          )}
        </PagedList>
      </div>
    </>
  )
}
