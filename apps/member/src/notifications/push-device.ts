import { endPush, type PushKind, type PushState, pushState, subscribeToPush } from '@banyan/domain'
import { api, askQuery, language, queryClient, session } from '../shell/index.ts'
import { isStale, type PushSurroundings } from './push-decide.ts'
import { forgetOtherPush, pushMemories, rememberPush } from './push-memory.ts'

/** The kinds that this session's device receives. */
export const pushQuery = askQuery(['push'], pushState)

/** Reads this browser's capabilities. A worker exists only in the built app. */
export const surroundings = (): PushSurroundings => ({
  hasPush: import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window,
  permission: 'Notification' in window ? Notification.permission : null,
  isApple:
    /iPhone|iPad/.test(navigator.userAgent) ||
    (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1),
  isInstalled: matchMedia('(display-mode: standalone)').matches,
})

/**
 * Subscribes this device to these kinds. Opens the browser's permission prompt if it is still open,
 * which only a tap may do. Returns null when the member said no to it.
 * @throws when the browser's push service or the platform is unreachable, or refuses.
 */
export async function choose(kinds: readonly PushKind[]): Promise<PushState | null> {
  const account = session.state().current?.uuid
  return account === undefined ? null : chooseFor(account, kinds)
}

async function chooseFor(account: string, kinds: readonly PushKind[]): Promise<PushState | null> {
  const state =
    kinds.length === 0
      ? await end(account)
      : (await Notification.requestPermission()) === 'granted'
        ? await subscribe(account, kinds)
        : null
  if (state) queryClient.setQueryData(pushQuery.queryKey, state)
  return state
}

/** Stores that this account wants none on this device. */
export function declinePush(): void {
  const account = session.state().current?.uuid
  if (account !== undefined)
    rememberPush(account, { kinds: [], endpoint: null, language: language() })
}

/** Renews a chosen subscription that has ended, without a prompt. */
export async function renewPush(): Promise<void> {
  const { accounts, current } = session.state()
  // Empty until the server has returned the accounts of this device.
  if (accounts.length > 0) forgetOtherPush(accounts.map(one => one.uuid))
  const memory = current && pushMemories()[current.uuid]
  if (!memory || memory.kinds.length === 0 || surroundings().permission !== 'granted') return
  const state = await queryClient.fetchQuery(pushQuery)
  const known = await (await manager()).getSubscription()
  const endpoint = known && isFor(known, state.publicKey) ? known.endpoint : null
  if (isStale(memory, { kinds: state.kinds, endpoint, language: language() }))
    await chooseFor(current.uuid, memory.kinds)
}

async function end(account: string): Promise<PushState> {
  const state = await api.ask(endPush, {})
  declinePush()
  const others = Object.entries(pushMemories()).filter(([uuid]) => uuid !== account)
  if (others.every(([, { kinds }]) => kinds.length === 0))
    await (await (await manager()).getSubscription())?.unsubscribe()
  return state
}

async function subscribe(account: string, kinds: readonly PushKind[]): Promise<PushState> {
  const { publicKey } = await queryClient.fetchQuery(pushQuery)
  const subscription = await subscribed(publicKey)
  const { endpoint = '', keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  // The call is made as the current member.
  if (session.state().current?.uuid !== account) throw new Error('another account is here now')
  const state = await api.ask(subscribeToPush, {
    body: { endpoint, keys: { p256dh, auth }, serverKey: publicKey, kinds: [...kinds] },
  })
  rememberPush(account, { kinds, endpoint, language: language() })
  return state
}

/** The browser's subscription, which all accounts of this device share; one for another key is replaced. */
async function subscribed(publicKey: string): Promise<PushSubscription> {
  const pushManager = await manager()
  const known = await pushManager.getSubscription()
  if (known && isFor(known, publicKey)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

const WORKER_MS = 10_000

/** The app's worker starts some seconds after the first page; never where a browser refuses it. */
const manager = async (): Promise<PushManager> => {
  const tooLate = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('the worker has not started')), WORKER_MS),
  )
  return (await Promise.race([navigator.serviceWorker.ready, tooLate])).pushManager
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  return key !== null && base64Url(key) === publicKey
}

const base64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
