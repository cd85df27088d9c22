import { Moment, Note } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { buying, type Market, selling } from '../ways.ts'
import { WayCard } from './way-card.tsx'

const HOUR_MS = 3_600_000

/** The limits of both sides of the market, with what stops a side altogether. */
export function MarketCards({ terms }: { terms: Market }) {
  const t = useTexts(texts)
  const { buyingStopped, pausedUntil, frozenUntil, takes } = terms
  const foot = takes.loweredUntil ? (
    <>
      {t('takesLowered')} <Moment time={takes.loweredUntil} />
    </>
  ) : (
    takes.next && t('takesNext', takes.next)
  )
  return (
    <>
      <WayCard name="buying" way={buying(terms)} foot={foot}>
        {buyingStopped && (
          <Note tone="warn">
            {buyingStopped.until ? (
              <>
                {t('pausedUntil')} <Moment time={buyingStopped.until} />
              </>
            ) : (
              t('countryClosed')
            )}
          </Note>
        )}
        {pausedUntil && (
          <Note tone="warn">
            {t('takingPaused')} <Moment time={pausedUntil} />
          </Note>
        )}
      </WayCard>
      <WayCard name="selling" way={selling(terms)} windowMs={terms.tradingHours * HOUR_MS}>
        {frozenUntil && (
          <Note tone="warn">
            {t('sellingFrozen')} <Moment time={frozenUntil} />
          </Note>
        )}
      </WayCard>
    </>
  )
}
