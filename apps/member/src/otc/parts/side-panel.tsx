import { durationText, presentDays } from '@banyan/domain'
import { Button, IconButton, Moment, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { nav, pages, useLanguage, useLive, useTexts } from '../../shell/index.ts'
import { useStopped } from '../../shell/stopped-calls.ts'
import { publishOrderId } from '../market-calls.ts'
import { type OfferFilter, redQuery, termsQuery } from '../market-queries.ts'
import type { PublishTerms } from '../publish-figures.ts'
import type { Side } from '../stages.ts'
import { texts } from '../texts.ts'
import { PublishFlow } from './later.tsx'
import { Offers } from './offers.tsx'
import { SellingFrozen } from './selling-frozen.tsx'

interface SidePanelProps {
  side: Side
  filter: OfferFilter
}

/** One side of the market: what keeps the member from trading now, and what others offer. */
export const SidePanel = memo(function SidePanel({ side, filter }: SidePanelProps) {
  const { data: terms } = useQuery(termsQuery)
  const { data: red } = useQuery(redQuery)
  const isEnded = useStopped(publishOrderId)
  // Changes of passwords and addresses freeze new sell orders.
  useLive('session', { invalidate: termsQuery.queryKey })
  // A pause from investing stops buying.
  useLive('subscriptions', { invalidate: termsQuery.queryKey })
  return (
    <>
      {terms && isClosed(terms) && <MarketClosed terms={terms} />}
      {terms && !isClosed(terms) && <Obstacle side={side} terms={terms} />}
      <Offers
        of={side === 'buy' ? 'sell' : 'buy'}
        filter={filter}
        stopped={
          isEnded || red?.redSince != null || (terms !== undefined && takesNothing(side, terms))
        }
      />
    </>
  )
})

/** Opens the form of a new order, in the head; a reason against it is said on the page. */
export function PublishButton({ side }: { side: Side }) {
  const t = useTexts(texts)
  const [flow, setFlow] = useState<'never' | 'open' | 'closed'>('never')
  const { data: terms } = useQuery(termsQuery)
  const { data: red } = useQuery(redQuery)
  const isEnded = useStopped(publishOrderId)
  const stopped =
    side === 'sell' ? terms?.frozenUntil : (terms?.buyingStopped ?? terms?.pausedUntil)
  const cannot =
    !terms ||
    isFull(side, terms) ||
    isClosed(terms) ||
    stopped != null ||
    red?.redSince != null ||
    isEnded
  return (
    <>
      <IconButton
        name="plus"
        label={t(side === 'sell' ? 'selling.publish' : 'selling.publishBuy')}
        disabled={cannot || (side === 'sell' && terms.networks.length === 0)}
        onClick={() => setFlow('open')}
      />
      {flow !== 'never' && terms && (
        <PublishFlow
          side={side}
          terms={terms}
          open={flow === 'open'}
          onClose={() => setFlow('closed')}
        />
      )}
    </>
  )
}

const isFull = (side: Side, { openOrders }: PublishTerms): boolean =>
  openOrders[side].now >= openOrders[side].max

/** Too few arbitrators have signed in lately: nobody makes a trade that nobody could judge. */
const isClosed = ({ arbitrators }: PublishTerms): boolean =>
  arbitrators.present < arbitrators.needed

/** Why this member could only fill in the form of a take for nothing: said on the page. */
const takesNothing = (side: Side, terms: PublishTerms): boolean =>
  isClosed(terms) ||
  terms.pausedUntil !== null ||
  (side === 'buy' ? terms.buyingStopped : terms.frozenUntil) !== null

function MarketClosed({ terms: { arbitrators } }: { terms: PublishTerms }) {
  const t = useTexts(texts)
  return (
    <Note tone="warn">
      {t('selling.marketClosed', {
        present: arbitrators.present,
        needed: arbitrators.needed,
        days: presentDays,
      })}
    </Note>
  )
}

/** What keeps the member from publishing: told before a form is filled in for nothing. */
function Obstacle({ side, terms }: { side: Side; terms: PublishTerms }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { frozenUntil, pausedUntil, buyingStopped, faults } = terms
  if (side === 'sell' && frozenUntil) return <SellingFrozen terms={terms} />
  if (side === 'buy' && buyingStopped) {
    return (
      <Note tone="warn">
        {t(`selling.${buyingStopped.why}`)}
        {buyingStopped.until && <Moment time={buyingStopped.until} />}
      </Note>
    )
  }
  if (pausedUntil) {
    return (
      <Note tone="warn">
        {t('selling.paused')} <Moment time={pausedUntil} />
      </Note>
    )
  }
  if (side === 'sell' && terms.networks.length === 0)
    return (
      <Note tone="warn">
        <p>{t('selling.noAddress')}</p>
        <Button tone="quiet" size="small" onClick={() => nav.to(pages.mineArea.account)}>
          {t('selling.setAddress')}
        </Button>
      </Note>
    )
  if (isFull(side, terms)) {
    const max = terms.openOrders[side].max
    return (
      <Note tone="warn">{t(side === 'sell' ? 'selling.full' : 'selling.fullBuy', { max })}</Note>
    )
  }
  if (side === 'buy' && faults.now > 0)
    return (
      <Note>
        {t('selling.faults', {
          now: faults.now,
          max: faults.pausesAt,
          window: durationText(faults.windowMs, language),
        })}
      </Note>
    )
  return null
}
