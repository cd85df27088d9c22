import { Note } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  Link,
  nav,
  PageHead,
  pages,
  QueryView,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { dynamicQuery, dynamicSummaryQuery } from '../dynamic-queries.ts'
import { dynamicTexts } from '../dynamic-texts.ts'
import { DynamicCards } from '../parts/dynamic-cards.tsx'
import { DynamicRow } from '../parts/dynamic-row.tsx'
import { EarningList } from '../parts/earning-list.tsx'

/** Network pay: its sources, the state of the round, and every line with its computation. */
export default function DynamicProfitListScreen() {
  const t = useTexts(dynamicTexts)
  const { kind } = usePageQuery(pages.communityArea.dynamicProfitList)
  const summary = useQuery(dynamicSummaryQuery)
  const list = useInfiniteQuery(dynamicQuery(kind))
  useLive('earnings', { invalidate: ['earnings'] })
  const off = summary.data?.moduleOn === false
  return (
    <>
      <PageHead title={t('title')} />
      <div className="page-pad stack">
        <Note tone={off ? 'warn' : 'neutral'}>{t(off ? 'off' : 'source')}</Note>
        <QueryView query={summary} compact>
          {facts => <DynamicCards summary={facts} />}
        </QueryView>
        <EarningList
          label={t('filter')}
          value={kind}
          onValueChange={next => nav.replace(pages.communityArea.dynamicProfitList, { kind: next })}
          choices={[
            { value: 'all', label: t('all') },
            { value: 'direct', label: t('direct') },
            { value: 'pair', label: t('pair') },
          ]}
          query={list}
          empty={t(off ? 'emptyOff' : 'empty')}
          onward={<Link page={pages.mineArea.toSpread}>{t('toSpread')}</Link>}
        >
          {line => <DynamicRow key={line.id} line={line} />}
        </EarningList>
      </div>
    </>
  )
}
