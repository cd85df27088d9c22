import type { AnswerOf, guidePrice, subscriptionRound } from '@banyan/domain'
import { Button, Card, figureText, List, Moment, Money, Note, Row, useLayer } from '@banyan/ui'
import { href, nav, pages, usePageQuery, useTexts } from '../../shell/index.ts'
import { RiskNotice } from '../../shell/risk-notice.tsx'
import { texts } from '../texts.ts'
import styles from './round-card.module.css'
import type { SubscribeSheetProps } from './subscribe-sheet.tsx'

/** The form brings its libraries with it: they come with the first tap, not with the page. */
const subscribeSheet = () => import('./subscribe-sheet.tsx')

export interface RoundCardProps {
  round?: Round
  guidePrice?: AnswerOf<typeof guidePrice>['price'] | undefined
}

/**
 * The subscription round under way, with the risk notice above its button; the figures are hidden until
 * they are known, and the sheet of an early tap opens when they are. Whether it is open stands in the
 * address: a page that leads to it opens it, and going back closes it.
 */
export function RoundCard({ round, guidePrice }: RoundCardProps) {
  const t = useTexts(texts)
  const { prompt, sheet } = usePageQuery(pages.home)
  const kept = prompt === null ? {} : { prompt }
  const stopped = round ? round.stopped !== null || round.pausedUntil !== null : false
  const open = sheet === 'subscribe' && !stopped
  const setOpen = (next: boolean) =>
    next ? nav.deepen(pages.home, { ...kept, sheet: 'subscribe' }) : nav.rise(pages.home, kept)
  const SubscribeSheet = useLayer<SubscribeSheetProps>(open, subscribeSheet, () => setOpen(false))
  return (
    <Card title={t('round')}>
      <List>
        <Row
          label={t('remaining')}
          note={round ? t('ofCapacity', amountsOf(round)) : t('counting')}
          value={figure(round?.remaining)}
        />
        <Row label={t('purchasable')} value={figure(round?.purchasable)} />
        <Row label={t('cutoff')} value={round ? <Moment time={round.nextCutoff} /> : '–'} />
        <Row label={t('records')} href={href(pages.homeArea.subscribeList)} />
      </List>
      <div className={styles.act}>
        {round?.stopped ? (
          <Note tone="danger">{t(round.stopped)}</Note>
        ) : round?.pausedUntil ? (
          <Note>
            {t('paused')} <Moment time={round.pausedUntil} />
          </Note>
        ) : (
          <>
            <RiskNotice step="subscription" brief />
            <Button wide onClick={() => setOpen(true)}>
              {t('subscribe')}
            </Button>
          </>
        )}
      </div>
      {SubscribeSheet && round && guidePrice && (
        <SubscribeSheet open={open} onOpenChange={setOpen} round={round} guidePrice={guidePrice} />
      )}
    </Card>
  )
}

type Round = AnswerOf<typeof subscriptionRound>

const amountsOf = ({ capacity, demand }: Round) => ({
  capacity: figureText(capacity, 0, 2),
  demand: figureText(demand, 0, 2),
})

const figure = (value: string | undefined) => (
  <Money value={value ?? '0'} unit="USDT" hidden={value === undefined} />
)
