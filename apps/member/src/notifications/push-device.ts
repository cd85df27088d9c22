import { endPush, type PushKind, type PushState, subscribeToPush } from '@banyan/domain'
import { api } from '../shell/index.ts'
import type { PushSurroundings } from './push-ability.ts'

/** What this browser says of itself. */
export const surroundings = (): PushSurroundings => ({
  hasPush: 'serviceWorker' in navigator && 'PushManager' in window,
  permission: 'Notification' in window ? Notification.permission : null,
  isApple:
    /iPhone|iPad/.test(navigator.userAgent) ||
    (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1),
  isInstalled: matchMedia('(display-mode: standalone)').matches,
})

/**
 * Has this device told of these kinds: asks the browser's question where it has not been answered, which only a
 * tap may do. Null where the member said no.
 * @throws where the browser's push service or the platform cannot be reached, or refuses.
 */
export async function choose(
  { publicKey }: PushState,
  kinds: readonly PushKind[],
): Promise<PushState | null> {
  if (kinds.length === 0) return api.ask(endPush, {})
  if ((await Notification.requestPermission()) !== 'granted') return null
  const subscription = await subscribed(publicKey)
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  return api.ask(subscribeToPush, {
    body: { endpoint: endpoint ?? '', keys: { p256dh, auth }, kinds: [...kinds] },
  })
}

/** The browser's subscription, which all accounts of this device share; one for another key is made anew. */
async function subscribed(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  const key = known?.options.applicationServerKey
  if (known && key && base64Url(key) === publicKey) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

const base64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
