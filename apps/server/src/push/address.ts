import type { PushSubscription } from 'web-push'
import type { Database } from '../platform/database/connect.ts'
import type { Sealing } from '../platform/sealing.ts'
import { subscriptionsAfter } from './store.ts'
import { openVapid } from './vapid.ts'

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

const AT_ONCE = 500

/** How many browsers have subscribed with the key pair of a push key. */
export async function countSubscribedWith(
  reader: Database,
  sealing: Sealing,
  pushKey: Buffer,
): Promise<number> {
  const { publicKey } = openVapid(pushKey, '')
  let count = 0
  let after: string | null = null
  for (;;) {
    const rows: Awaited<ReturnType<typeof subscriptionsAfter>> = await subscriptionsAfter(
      reader,
      after,
      AT_ONCE,
    )
    count += rows.filter(row => openAddress(sealing, row).vapidKey === publicKey).length
    after = rows.at(-1)?.id ?? null
    if (rows.length < AT_ONCE) return count
  }
}
