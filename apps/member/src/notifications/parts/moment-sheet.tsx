import { markNotificationsRead, type Notification } from '@banyan/domain'
import { ticker } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { api, nav, queryClient } from '../../shell/index.ts'
import { wasSeen } from '../../shell/result/seen-results.ts'
import { type MomentName, momentNameOf, momentsIn } from '../moments.ts'
import { newestQuery } from '../queries.ts'
import { rememberMoment, shownMoments } from '../shown-moments.ts'
import { Bought, Credited, Income, type MomentProps, PaidOut } from './result-moments.tsx'

export interface MomentSheetProps {
  /** Epoch milliseconds by the server's clock: earlier events have only their notification. */
  since: number
}

/** The sheet of the next event that ended well; nothing while there is none, or another sheet is open. */
export default function MomentSheet({ since }: MomentSheetProps) {
  const { data } = useQuery(newestQuery)
  const [shown, setShown] = useState(shownMoments)
  const [open, setOpen] = useState<Notification | null>(null)
  const next = momentsIn(data?.items ?? [], { since, shown })[0]
  // Checks for another sheet only while something waits for it to close.
  const isFree = useSyncExternalStore(next ? ticker.subscribe : never, noLayerOpen)
  useEffect(() => {
    if (!next || open || !isFree) return
    rememberMoment(next.id)
    setShown(shownMoments())
    if (!isInSight(next)) setOpen(next)
  }, [next, open, isFree])
  const name = open && momentNameOf(open)
  const MomentView = name && momentViews[name]
  return (
    MomentView && (
      <MomentView
        key={open.id}
        moment={open}
        onSeen={() => markRead(open.id)}
        onGone={() => setOpen(null)}
      />
    )
  )
}

const momentViews: Readonly<Record<MomentName, ComponentType<MomentProps>>> = {
  credited: Credited,
  bought: Bought,
  paidOut: PaidOut,
  income: Income,
}

const never = () => () => {}

const noLayerOpen = () =>
  !document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-closed])')

/**
 * Whether its own page is on top, or has shown the result already: events may arrive after the
 * member has moved on.
 */
const isInSight = ({ subject }: Notification): boolean =>
  subject !== null && (wasSeen(subject) || nav.engine.top.url.endsWith(`id=${subject}`))

/** It has been seen. A failed call leaves its line unread. */
function markRead(id: string): void {
  void api
    .ask(markNotificationsRead, { body: { id } })
    .then(() => queryClient.invalidateQueries({ queryKey: ['notifications'] }))
    .catch(() => {})
}
