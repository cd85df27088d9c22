import { IconButton, Segmented } from '@banyan/ui'
import { HeadActions, nav, pages, usePageQuery, useTexts } from '../../shell/index.ts'
import { MarketStopped } from '../parts/market-stopped.tsx'
import { OpenTrades } from '../parts/open-trades.tsx'
import { PublishBar, SidePanel } from '../parts/side-panel.tsx'
import { texts } from '../texts.ts'
import { useMarketNews, useOrderNews, useTradeNews } from '../use-news.ts'

/** The market: what others sell and buy, own orders of both sides, and what is under way on top. */
export default function MarketScreen() {
  const { side } = usePageQuery(pages.market)
  const t = useTexts(texts)
  useMarketNews()
  useOrderNews()
  useTradeNews()
  return (
    <>
      <HeadActions>
        <IconButton
          name="list"
          label={t('records')}
          onClick={() => nav.to(pages.otc[side].deals)}
        />
      </HeadActions>
      <div className="page-pad stack">
        <Segmented
          label={t('side')}
          value={side}
          onValueChange={next => nav.retune(pages.market, { side: next })}
          choices={[
            { value: 'buy', label: t('buy') },
            { value: 'sell', label: t('sell') },
          ]}
        />
        <MarketStopped />
        <OpenTrades />
        <SidePanel key={side} side={side} />
      </div>
      <PublishBar key={side} side={side} />
    </>
  )
}
