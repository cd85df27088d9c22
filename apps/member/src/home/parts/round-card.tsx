import type { AnswerOf, guidePrice, subscriptionRound } from '@banyan/domain'
import {
  Button,
  Moment,
  momentOf,
  Note,
  placedText,
  thousandths,
  ticker,
  useKit,
  useLayer,
} from '@banyan/ui'
import { useSyncExternalStore } from 'react'
import { Link, nav, pages, usePageQuery, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './round-card.module.css'
import type { SubscribeSheetProps } from './subscribe-sheet.tsx'

/** The form brings its libraries with it: they load with the first tap, not with the page. */
const subscribeSheet = () => import('./subscribe-sheet.tsx')

export interface RoundProps {
  round?: Round
  guidePrice?: AnswerOf<typeof guidePrice>['price'] | undefined
}

type Round = AnswerOf<typeof subscriptionRound>

/**
 * The current subscription round; its figures are left out while loading, and the sheet of an early
 * tap opens afterwards. The address contains whether the sheet is open: a link from another page
 * opens it, and going back closes it.
 */
export function RoundPart({ round, guidePrice }: RoundProps) {
  const t = useTexts(texts)
  const { prompt, sheet } = usePageQuery(pages.home)
  const kept = prompt === null ? {} : { prompt }
  const stopped = round ? round.stopped !== null || round.pausedUntil !== null : false
  // A wind-down ends it permanently: no further round follows.
  const isEnded = round?.stopped === 'windDown'
  const open = sheet === 'subscribe' && !stopped
  const setOpen = (next: boolean) =>
    next ? nav.deepen(pages.home, { ...kept, sheet: 'subscribe' }) : nav.rise(pages.home, kept)
  const SubscribeSheet = useLayer<SubscribeSheetProps>(open, subscribeSheet, () => setOpen(false))
  return (
    <section className={styles.round}>
      <div className={styles.line}>
        <span className={styles.words}>
          <strong>{t('round')}</strong>
          {!isEnded && <span className="sub">{round ? <Left round={round} /> : '…'}</span>}
        </span>
        {!stopped && (
          <Button tone="tinted" size="small" onClick={() => setOpen(true)}>
            {t('subscribe')}
          </Button>
        )}
      </div>
      {round?.stopped ? (
        <Note tone="danger">
          <p>{t(round.stopped)}</p>
          {isEnded && <Link page={pages.more.windDown}>{t('windDownMore')}</Link>}
        </Note>
      ) : (
        round?.pausedUntil && (
          <Note>
            {t('paused')} <Moment time={round.pausedUntil} />
          </Note>
        )
      )}
      {!isEnded && (
        <progress
          className={styles.bar}
          max={1000}
          value={round ? thousandths(round.demand, round.capacity) : 0}
          aria-label={t('taken')}
        />
      )}
      <p className={styles.links}>
        <span>
          {t('risk')} · <Link page={pages.more.rules}>{t('rules')}</Link>
        </span>
        <Link page={pages.homeArea.subscribeList}>{t('records')}</Link>
      </p>
      {SubscribeSheet && round && guidePrice && (
        <SubscribeSheet open={open} onOpenChange={setOpen} round={round} guidePrice={guidePrice} />
      )}
    </section>
  )
}

/** What is left of the round, and until when. */
function Left({ round }: { round: Round }) {
  const t = useTexts(texts)
  const { now } = useKit()
  const minutes = useSyncExternalStore(ticker.subscribe, () =>
    Math.max(0, Math.floor((momentOf(round.nextCutoff) - now()) / 60_000)),
  )
  const hours = Math.floor(minutes / 60)
  const time = hours > 0 ? t('inHours', { n: hours }) : t('inMinutes', { n: minutes })
  return t('left', { amount: placedText(round.remaining, 'limit'), time })
}
