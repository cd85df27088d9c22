import { depositList, markNotificationsRead } from '@banyan/domain'
import {
  Button,
  CoinMark,
  CopyText,
  Icon,
  Money,
  Sheet,
  Sprout,
  shortAddress,
  ticker,
} from '@banyan/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api, nav, pages, queryClient, toast, useTexts } from '../../shell/index.ts'
import { momentTexts } from '../moment-texts.ts'
import { type Moment, momentsIn } from '../moments.ts'
import { newestQuery } from '../queries.ts'
import { rememberMoment, shownMoments } from '../shown-moments.ts'
import styles from './moment-sheet.module.css'

export interface MomentSheetProps {
  /** Epoch milliseconds by the platform's clock: what happened before has its notification alone. */
  since: number
}

/** The sheet of the next event that has come to a good end; nothing while there is none, or another sheet is open. */
export default function MomentSheet({ since }: MomentSheetProps) {
  const { data } = useQuery(newestQuery)
  const [shown, setShown] = useState(shownMoments)
  const [open, setOpen] = useState<Moment | null>(null)
  const next = momentsIn(data?.items ?? [], { since, shown })[0]
  // Another sheet is looked for only while something waits for it to close.
  const isFree = useSyncExternalStore(next ? ticker.subscribe : never, noLayerOpen)
  useEffect(() => {
    if (!next || open || !isFree) return
    rememberMoment(next.id)
    setShown(shownMoments())
    setOpen(next)
    navigator.vibrate?.(10)
    markRead(next.id)
  }, [next, open, isFree])
  return open && <Credited key={open.id} moment={open} onClose={() => setOpen(null)} />
}

const never = () => () => {}

const noLayerOpen = () =>
  !document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-closed])')

/** It has been seen. A mark that does not arrive leaves its line unread. */
function markRead(id: string): void {
  void api
    .ask(markNotificationsRead, { body: { id } })
    .then(() => queryClient.invalidateQueries({ queryKey: ['notifications'] }))
    .catch(() => {})
}

/** The key is that of the module that the call belongs to. */
const depositsQuery = queryOptions({
  queryKey: ['deposits', 'newest'],
  queryFn: ({ signal }) => api.ask(depositList, { query: {} }, { signal }),
})

/** Home with the subscription's sheet open; going back closes the sheet. Only a relaunch opens a tab with a query. */
function toSubscription(): void {
  nav.relaunch(pages.home)
  nav.deepen(pages.home, { sheet: 'subscribe' })
}

/** A recharge is there: how much, by which transaction, and three ways of equal weight to go on. */
function Credited({ moment, onClose }: { moment: Moment; onClose: () => void }) {
  const t = useTexts(momentTexts)
  const [open, setOpen] = useState(true)
  const { data } = useQuery(depositsQuery)
  const deposit = data?.items.find(one => one.id === moment.subject)
  const goTo = (go: () => void) => () => {
    setOpen(false)
    onClose()
    go()
  }
  const amount = deposit?.amount ?? moment.slots.amount ?? '0'
  return (
    <Sheet
      open={open}
      onOpenChange={next => {
        setOpen(next)
        if (!next) onClose()
      }}
      title={<span className="visually-hidden">{t('credited')}</span>}
    >
      <div className={styles.moment}>
        <Sprout grown={1} size={108} grows />
        <p className={styles.amount}>
          <CoinMark coin="USDT" size={28} />
          <Money value={amount} unit="USDT" size="hero" place="list" signed />
        </p>
        <p className={styles.done}>
          <Icon name="check" size={18} />
          {t('done')}
        </p>
        {deposit && (
          <p className={styles.proof}>
            {t('confirmed', { n: deposit.needed })}
            <CopyText text={deposit.hash} onCopied={() => toast(t('copied'), 'ok')}>
              <span className="num">{shortAddress(deposit.hash)}</span>
            </CopyText>
          </p>
        )}
        <div className={styles.ways}>
          <Button tone="tinted" wide onClick={goTo(toSubscription)}>
            {t('subscribe')}
          </Button>
          <Button tone="tinted" wide onClick={goTo(() => nav.to(pages.market))}>
            {t('market')}
          </Button>
          <Button tone="tinted" wide onClick={goTo(() => nav.to(pages.assets))}>
            {t('assets')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
