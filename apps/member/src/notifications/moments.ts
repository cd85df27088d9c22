import type { Notification, NotificationKind } from '@banyan/domain'

/** Events that are worth a sheet over whatever page is open: something has come to its good end. */
export const momentKinds = ['deposit.credited'] as const satisfies readonly NotificationKind[]
export type MomentKind = (typeof momentKinds)[number]
export type Moment = Notification & { kind: MomentKind }

const isMoment = (one: Notification): one is Moment =>
  (momentKinds as readonly string[]).includes(one.kind)

/**
 * What is to be shown now, the oldest first: it happened since this app was opened, has not been read and has not
 * been shown on this device.
 */
export const momentsIn = (
  items: readonly Notification[],
  { since, shown }: { since: number; shown: readonly string[] },
): Moment[] =>
  items
    .filter(isMoment)
    .filter(one => !one.read && Date.parse(one.at) >= since && !shown.includes(one.id))
    .reverse()
