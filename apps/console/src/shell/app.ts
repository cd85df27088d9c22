import { type Client, isTransport, LiveEvents } from '@banyan/client'
import { type OperatorTopic, operatorEventsPath, operatorTopics } from '@banyan/domain'
import { Toaster } from '@banyan/ui'
import { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { openMissingNews } from './missing-news.ts'
import { isReread, openRereading } from './rereading.ts'
import { OperatorSession } from './session/session.ts'
import {
  endSession,
  lockSession,
  type Me,
  openClient,
  openSession,
  readState,
  unlockSession,
} from './session/transport.ts'

/* The parts of the console, put together: the only place where they know each other. */

export const toaster = new Toaster()

/** Refusals are read at a desk, in a sentence: longer than on a phone. */
const toastMs = { plain: 2_500, danger: 5_000 } as const

/** A message at the edge of the page. */
export const toast = (text: string, tone: 'plain' | 'ok' | 'danger' = 'plain'): void =>
  toaster.show(text, { tone, durationMs: tone === 'danger' ? toastMs.danger : toastMs.plain })

export const api: Client = openClient({
  toast,
  ended: () => session.expire(),
  locked: () => session.showLock(),
  factorAsked: () => session.showFactor(),
})

/** While no events arrive, everything is asked for again after so long. */
const withoutEventsMs = 30_000

/** What no commit announces, as how far the chain is followed, is asked for again after so long. */
const readingMs = 30_000

/** For queries of what no commit announces: behind the lock nothing is asked. */
export const readingWithin = {
  refetchInterval: (): number | false => (session.state().phase === 'in' ? readingMs : false),
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: () => session.state().phase === 'in',
      retry: (count, error) => count < 2 && isTransport(error) && error.reason !== 'abort',
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export const session: OperatorSession = new OperatorSession({
  readState: () => readState(api),
  open: credentials => openSession(api, credentials),
  unlock: password => unlockSession(api, password),
  lock: () => lockSession(api),
  end: () => endSession(api),
  changed: () => queryClient.clear(),
})

/** Reads the session again: what it needs or has proven may have changed. */
export const refreshSession = (): Promise<void> => session.refresh()

/** Events from the server: the topics that the operator's role reads. */
export const live = new LiveEvents<OperatorTopic>({
  client: api,
  path: operatorEventsPath,
  signedIn: () => session.state().phase === 'in',
  visible: () => document.visibilityState === 'visible',
  onVisibility: changed => document.addEventListener('visibilitychange', changed),
})

/** True while money acts are locked because no news have come for a while. */
export const isNewsMissing = openMissingNews(live, Date.now)

/** Lets the stream and the queries follow the session from now on. */
export function startApp(): void {
  let phase = session.state().phase
  session.subscribe(() => {
    const now = session.state()
    if (now.phase === phase) return
    phase = now.phase
    if (now.phase !== 'in') return live.stop()
    void queryClient.invalidateQueries()
    // The events of the former operator are none of this one's.
    live.restart()
    live.start()
  })
  live.onGap(() => void queryClient.invalidateQueries())
  const onNews = openRereading(queryClient)
  for (const topic of operatorTopics) live.on(topic, () => onNews(topic))
  let asking: ReturnType<typeof setInterval> | undefined
  live.onTrouble(() => {
    clearInterval(asking)
    if (live.trouble() === null) return
    asking = setInterval(() => {
      if (session.state().phase === 'in')
        void queryClient.invalidateQueries({ predicate: isReread })
    }, withoutEventsMs)
  })
  void session.start()
}

export const useSession = () => useSyncExternalStore(session.subscribe, session.state)

/** The operator who is signed in; only for what is drawn behind the sign-in. */
export function useMe(): Me {
  const { me } = useSession()
  if (!me) throw new Error('nobody is signed in')
  return me
}
