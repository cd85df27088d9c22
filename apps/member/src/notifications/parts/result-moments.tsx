import {
  depositList,
  getTrade,
  getWithdrawal,
  type Notification,
  staticEarningList,
} from '@banyan/domain'
import { figureText, shortAddress } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Copyable } from '../../shell/copyable.tsx'
import { api, nav, pages, useLanguage, useTexts } from '../../shell/index.ts'
import type { Result } from '../../shell/result/result.ts'
import { ResultSheet } from '../../shell/result/result-sheet.tsx'
import { momentTexts } from '../moment-texts.ts'
import { shownSlots } from '../shown-slots.ts'

export interface MomentProps {
  moment: Notification
  /** Its sheet is in sight. */
  onSeen: () => void
  /** It is over, seen or not. */
  onGone: () => void
}

/** A recharge is there: how much, by which transaction, and three ways of equal weight to go on. */
export function Credited({ moment, ...rest }: MomentProps) {
  const t = useTexts(momentTexts)
  const { data, isPending } = useQuery({
    // The key is that of the module that the call belongs to.
    queryKey: ['deposits', 'newest'],
    queryFn: ({ signal }) => api.ask(depositList, { query: {} }, { signal }),
  })
  const deposit = data?.items.find(one => one.id === moment.subject)
  if (isPending) return null
  return (
    <ResultMoment
      {...rest}
      title={t('credited')}
      word={t('done')}
      amount={{
        value: deposit?.amount ?? moment.slots.amount ?? '0',
        coin: 'USDT',
        signed: true,
      }}
      line={
        deposit && (
          <>
            {t('confirmed', { n: deposit.needed })}
            <Hash hash={deposit.hash} />
          </>
        )
      }
      ways={[
        { label: t('subscribe'), go: toSubscription },
        { label: t('market'), go: () => nav.to(pages.market) },
        { label: t('assets'), go: () => nav.to(pages.assets) },
      ]}
      equal
    />
  )
}

/** Home with the subscription's sheet open; going back closes the sheet. Only a relaunch opens a tab with a query. */
function toSubscription(): void {
  nav.relaunch(pages.home)
  nav.deepen(pages.home, { sheet: 'subscribe' })
}

/** The seller has released: the coin is the buyer's. */
export function Bought({ moment, ...rest }: MomentProps) {
  const t = useTexts(momentTexts)
  const id = moment.subject ?? ''
  const { data: trade, isError } = useQuery({
    queryKey: ['otc', 'trade', id],
    queryFn: ({ signal }) => api.ask(getTrade, { params: { id } }, { signal }),
  })
  useGone(isError, rest.onGone)
  if (!trade) return null
  return (
    <ResultMoment
      {...rest}
      word={t('bought')}
      amount={{ value: trade.dealQuantity, coin: 'LEAF', signed: true }}
      line={t('paid', {
        amount: figureText(trade.paymentAmount, 2, 6),
        name: trade.seller.nickname,
      })}
      ways={[
        { label: t('assets'), go: () => nav.to(pages.assets) },
        { label: t('trade'), go: () => nav.to(pages.otc.buy.closed, { id }) },
      ]}
    />
  )
}

/** A withdrawal has arrived at the member's own address. */
export function PaidOut({ moment, ...rest }: MomentProps) {
  const t = useTexts(momentTexts)
  const id = moment.subject ?? ''
  const { data: order, isError } = useQuery({
    queryKey: ['withdrawals', 'moment', id],
    queryFn: ({ signal }) => api.ask(getWithdrawal, { params: { id } }, { signal }),
  })
  useGone(isError, rest.onGone)
  if (!order) return null
  return (
    <ResultMoment
      {...rest}
      title={t('paidOut')}
      word={t('arrived')}
      amount={{ value: order.expected, coin: 'USDT' }}
      line={
        <>
          <span className="num">{t('to', { address: shortAddress(order.address) })}</span>
          {order.payout && (
            // Beside an address a bare hash would be taken for another one.
            <span>
              {t('transaction')} <Hash hash={order.payout.transaction} />
            </span>
          )}
        </>
      }
      ways={[
        { label: t('order'), go: () => nav.to(pages.mineArea.orderList, { id }) },
        { label: t('assets'), go: () => nav.to(pages.assets) },
      ]}
    />
  )
}

/** The first static earning that the member ever had; a later one is no moment. */
export function Income({ moment, ...rest }: MomentProps) {
  const t = useTexts(momentTexts)
  const language = useLanguage()
  const { data, isError } = useQuery({
    queryKey: ['earnings', 'paid'],
    queryFn: ({ signal }) => api.ask(staticEarningList, { query: { show: 'paid' } }, { signal }),
    staleTime: 0,
  })
  const first = data?.items.length === 1 && data.nextCursor === null ? data.items[0] : undefined
  useGone(isError || (data !== undefined && !first), rest.onGone)
  if (!first) return null
  const thisYear = new Date(api.clock.now()).toISOString().slice(0, 4)
  const { period = '' } = shownSlots(moment.slots, { language, thisYear, hidden: false })
  return (
    <ResultMoment
      {...rest}
      word={t('income')}
      amount={{ value: first.amount, coin: 'USDT', signed: true }}
      line={t('incomeLine', { day: period })}
      ways={[
        { label: t('computed'), go: () => nav.to(pages.more.passport, { id: first.id }) },
        { label: t('assets'), go: () => nav.to(pages.assets) },
      ]}
    />
  )
}

function ResultMoment({ onSeen, ...sheet }: Result & Pick<MomentProps, 'onSeen' | 'onGone'>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes into sight once.
  useEffect(onSeen, [])
  return <ResultSheet {...sheet} />
}

/** Ends what has nothing to show after all. */
function useGone(isGone: boolean, onGone: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends once.
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone])
}

const Hash = ({ hash }: { hash: string }) => (
  <Copyable text={hash}>
    <span className="num">{shortAddress(hash)}</span>
  </Copyable>
)
