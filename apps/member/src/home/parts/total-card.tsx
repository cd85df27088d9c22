import { Card, type Coin, CoinMark, Money, Trend } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { HideButton, useHiddenFigures } from '../../shell/hidden-figures.tsx'
import { Link, pages, QueryView, useTexts } from '../../shell/index.ts'
import { addedTo } from '../change.ts'
import { dynamicQuery, guideQuery, staticQuery, summaryQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import { ofToday } from '../today.ts'
import { SolvencyBadge } from './solvency-badge.tsx'
import styles from './total-card.module.css'

/** The total, what today's settlement added, and the available balance. */
export function TotalCard() {
  const t = useTexts(texts)
  const summary = useQuery(summaryQuery)
  const hidden = useHiddenFigures()
  return (
    <Card hero className={styles.total}>
      <div className={styles.line}>
        <span className="sub">{t('total')}</span>
        <HideButton />
        <SolvencyBadge />
      </div>
      <QueryView query={summary} compact skeleton={<Totals {...unknown} hidden />}>
        {facts => <Totals {...facts} hidden={hidden} />}
      </QueryView>
    </Card>
  )
}

interface TotalsProps {
  totalValue: string
  assets: readonly { asset: Coin; available: string }[]
  hidden: boolean
}

const coins: readonly Coin[] = ['USDT', 'LEAF']

/** The figures before the first response: hidden, in their later places. */
const unknown: Omit<TotalsProps, 'hidden'> = {
  totalValue: '0',
  assets: coins.map(asset => ({ asset, available: '0' })),
}

function Totals({ totalValue, assets, hidden }: TotalsProps) {
  const t = useTexts(texts)
  return (
    <>
      <Money value={totalValue} size="hero" place="list" hidden={hidden} />
      <Today total={totalValue} hidden={hidden} />
      <ul className={styles.assets}>
        <li className="sub">{t('available')}</li>
        {assets.map(({ asset, available }) => (
          <li key={asset}>
            <CoinMark coin={asset} size={20} />
            <span className="visually-hidden">{asset}</span>
            <Money value={available} place="list" hidden={hidden} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** What today's settlement paid; each part links to its list, and one that paid nothing is not drawn. */
function Today({ total, hidden }: { total: string; hidden: boolean }) {
  const t = useTexts(texts)
  const { data: guide } = useQuery(guideQuery)
  const { data: statics } = useQuery(staticQuery)
  const { data: dynamics } = useQuery(dynamicQuery)
  const known = guide && statics && !hidden
  const paid = known ? ofToday(statics.last, guide.nextCutoff) : '0'
  const network = known && dynamics?.moduleOn ? ofToday(dynamics.last, guide.nextCutoff) : '0'
  const { amount, percent } = addedTo(total, [paid, network])
  const hasNetwork = addedTo(total, [network]).amount > 0n
  return (
    <p className={styles.today}>
      <Link page={pages.communityArea.profitList}>
        {known ? (
          <>
            <Trend value={amount} place="earning" />
            {percent >= 10_000n && (
              <>
                （<Trend value={percent} place="change" percent bare />）
              </>
            )}
          </>
        ) : (
          <Money value="0" hidden />
        )}{' '}
        <span className="sub">{t('today')}</span>
      </Link>
      {hasNetwork && (
        <Link page={pages.communityArea.dynamicProfitList} className="sub">
          {t('todayDynamic')} <Money value={network} place="earning" signed />
        </Link>
      )}
    </p>
  )
}
