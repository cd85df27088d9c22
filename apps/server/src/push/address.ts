import type { PushSubscription } from 'web-push'
import type { Sealing } from '../platform/sealing.ts'

/** Where a browser is reached: its address at the push service, its keys, and the key of ours that it subscribed with. */
export interface Address extends PushSubscription {
  vapidKey: string
}

/** Bound to the session: an address opens in no other row. */
const placeOf = (sessionId: string): string => `push address ${sessionId}`

export const sealAddress = (sealing: Sealing, address: Address, sessionId: string): Buffer =>
  sealing.seal(JSON.stringify(address), placeOf(sessionId))

/** @throws when it was sealed for another session. */
export const openAddress = (
  sealing: Sealing,
  { address, sessionId }: { address: Buffer; sessionId: string },
): Address => JSON.parse(sealing.open(address, placeOf(sessionId)))
