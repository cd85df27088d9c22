import { Empty, Note, SkeletonCards, Tabs } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { nav, pages, QueryView, useLive, usePageQuery, useTexts } from '../../shell/index.ts'
import { partOf } from '../../shell/slots.tsx'
import { AddressList } from '../parts/address-list.tsx'
import { DayList } from '../parts/day-list.tsx'
import { NowCards } from '../parts/now-cards.tsx'
import { ReceiptList } from '../parts/receipt-list.tsx'
import { aboutQuery, solvencyQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Hashing and its texts load when the tab is opened. */
const ProofTab = partOf(() => import('../parts/proof-tab.tsx'), <SkeletonCards />)

/** Custody beside everything owed, and the source of each figure. Public. */
export default function SolvencyScreen() {
  const t = useTexts(texts)
  const { tab } = usePageQuery(pages.more.solvency)
  const query = useQuery(solvencyQuery)
  const { data: house } = useQuery(aboutQuery)
  useLive('pricing', { invalidate: ['solvency'] })
  useLive('custody', { invalidate: ['solvency'] })
  return (
    <div className="page-pad stack">
      <Tabs
        label={t('view')}
        value={tab}
        choices={[
          { value: 'now', label: t('now') },
          { value: 'days', label: t('days') },
          { value: 'addresses', label: t('addresses') },
          { value: 'receipts', label: t('receipts') },
          { value: 'proof', label: t('proof') },
        ]}
        onValueChange={next => nav.retune(pages.more.solvency, { tab: next })}
      >
        <div className="stack">
          {tab === 'addresses' ? (
            <AddressList />
          ) : tab === 'receipts' ? (
            <ReceiptList />
          ) : tab === 'proof' ? (
            <ProofTab />
          ) : (
            <QueryView query={query}>
              {({ newest, days }) => {
                if (tab === 'days') return <DayList days={days} />
                return newest ? <NowCards reading={newest} /> : <Empty>{t('none')}</Empty>
              }}
            </QueryView>
          )}
          {house?.testChain && <Note>{t('testChain')}</Note>}
        </div>
      </Tabs>
    </div>
  )
}
