import type { AnswerOf, staticEarningList } from '@banyan/domain'
import { Card, Empty, FilterChips, figureText, Icon, List, Moment, Money } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  HeadActions,
  Link,
  nav,
  PagedList,
  pages,
  QueryView,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { ResultsCard } from '../parts/results-card.tsx'
import { profitTexts } from '../profit-texts.ts'
import { resultsQuery, staticQuery } from '../queries.ts'
import styles from './profit-list.module.css'

type Earning = AnswerOf<typeof staticEarningList>['items'][number]

/** Static earnings: what was realised, then each settlement with its pool, share and amount. */
export default function ProfitListScreen() {
  const t = useTexts(profitTexts)
  const { show } = usePageQuery(pages.communityArea.profitList)
  const results = useQuery(resultsQuery)
  const list = useInfiniteQuery(staticQuery(show))
  useLive('earnings', { invalidate: ['earnings'] })
  return (
    <div className="page-pad stack">
      <HeadActions>
        <Link
          page={pages.communityArea.activate}
          className={styles.head}
          aria-label={t('toActivate')}
        >
          <Icon name="key" />
        </Link>
      </HeadActions>
      <QueryView query={results} compact>
        {facts => <ResultsCard results={facts.results} />}
      </QueryView>
      <FilterChips
        label={t('filter')}
        value={show}
        onValueChange={next => nav.replace(pages.communityArea.profitList, { show: next })}
        choices={[
          { value: 'all', label: t('all') },
          { value: 'paid', label: t('paid') },
        ]}
      />
      <PagedList
        query={list}
        empty={
          <Empty action={<Link page={pages.communityArea.activate}>{t('toActivate')}</Link>}>
            {t(show === 'all' ? 'empty' : 'emptyPaid')}
          </Empty>
        }
      >
        {items => (
          <Card>
            <List>
              {items.map(one => (
                <EarningRow key={one.id} one={one} />
              ))}
            </List>
          </Card>
        )}
      </PagedList>
    </div>
  )
}

function EarningRow({ one }: { one: Earning }) {
  const t = useTexts(profitTexts)
  return (
    <li>
      <Link page={pages.more.passport} query={{ id: one.id }} className={styles.row}>
        <span className={styles.line}>
          <Moment time={one.at} />
          <Money value={one.amount} unit="USDT" />
        </span>
        <span className={styles.note}>
          {t('share', { share: figureText(one.sharePercent, 0, 4) })} ·{' '}
          {t('pool', { pool: figureText(one.pool, 2, 2) })}
        </span>
        <Icon name="forward" size={16} className={styles.arrow} />
      </Link>
    </li>
  )
}
