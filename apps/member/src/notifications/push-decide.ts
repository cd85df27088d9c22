import { type PushKind, pushKinds } from '@banyan/domain'
import type { PushMemory } from './push-memory.ts'

/** Whether this device can receive push messages: what prevents it, or nothing. */
export type PushAbility = 'able' | 'homeScreen' | 'unable' | 'denied'

/** The browser's capabilities. */
export interface PushSurroundings {
  hasPush: boolean
  permission: NotificationPermission | null
  isApple: boolean
  isInstalled: boolean
}

/** On iPhones and iPads only an app on the home screen supports push. */
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

/** Push is offered until this account has answered on this device: yes, no, or by the switches. */
export const isOffered = (
  ability: PushAbility,
  kinds: readonly PushKind[] | null,
  memory: PushMemory | undefined,
): boolean => ability === 'able' && kinds === null && memory === undefined

/** The current subscription of this device. */
export interface PushNow {
  /** The kinds that the server sends; null without a subscription. */
  kinds: readonly PushKind[] | null
  /** The browser's subscription with the server's key; null without one. */
  endpoint: string | null
  language: string
}

/**
 * Whether the choice must be sent again: the session is a new one, the browser has replaced its
 * subscription, the server has another key, or the language was changed.
 */
export const isStale = (memory: PushMemory, now: PushNow): boolean =>
  memory.kinds.length > 0 &&
  (now.kinds === null ||
    now.endpoint === null ||
    now.endpoint !== memory.endpoint ||
    now.language !== memory.language)
