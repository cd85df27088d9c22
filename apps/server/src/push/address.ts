import type { PushSubscription } from 'web-push'
import type { Sealing } from '../platform/sealing.ts'

/**
 * How to reach a browser: its address at the push service, its keys, and the server key that it
 * subscribed with.
 */
export interface Address extends PushSubscription {
  vapidKey: string
}

/** The context of the seal: an address can only be opened in the row of its session. */
const placeOf = (sessionId: string): string => `push address ${sessionId}`

export const sealAddress = (sealing: Sealing, address: Address, sessionId: string): Buffer =>
  sealing.seal(JSON.stringify(address), placeOf(sessionId))

/** @throws when it was sealed for another session. */
export const openAddress = (
  sealing: Sealing,
  { address, sessionId }: { address: Buffer; sessionId: string },
): Address => JSON.parse(sealing.open(address, placeOf(sessionId)))
