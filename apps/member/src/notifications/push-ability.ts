import { type PushKind, pushKinds } from '@banyan/domain'

/** Whether this device can be told by push: what stands in the way, or nothing. */
export type PushAbility = 'able' | 'homeScreen' | 'unable' | 'denied'

/** What a browser says of itself. */
export interface PushSurroundings {
  hasPush: boolean
  permission: NotificationPermission | null
  isApple: boolean
  isInstalled: boolean
}

/** On iPhones and iPads only an app on the home screen has push at all. */
export function abilityOf(it: PushSurroundings): PushAbility {
  if (it.permission === 'denied') return 'denied'
  if (it.hasPush && it.permission !== null) return 'able'
  return it.isApple && !it.isInstalled ? 'homeScreen' : 'unable'
}

/** The choice with one kind turned on or off, in the table's order. */
export const withKind = (
  kinds: readonly PushKind[],
  kind: PushKind,
  isOn: boolean,
): readonly PushKind[] => pushKinds.filter(one => (one === kind ? isOn : kinds.includes(one)))
