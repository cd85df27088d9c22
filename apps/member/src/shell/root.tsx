import { ErrorBlock, KitProvider, kitTexts, Later, layerLoads, ToastViewport } from '@banyan/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { isClosedTo, redirectToLogin } from './access.ts'
import { api, live, queryClient, session, toaster } from './app.ts'
import { inTurn } from './in-turn.ts'
import { askedBefore } from './load/asked-before.ts'
import { lateCode } from './load/late-code.ts'
import { nav } from './navigation/nav.ts'
import { PageStack, useNavState } from './navigation/page-stack.tsx'
import { TabBar } from './navigation/tab-bar.tsx'
import { holdUpdates } from './offline/hold.ts'
import styles from './root.module.css'
import { pages, routeOf } from './routes.ts'
import { useSession } from './session/use-session.ts'
import { over } from './step-up/over.ts'
import { shellTexts } from './texts/shell-texts.ts'
import { textOf, useLanguage, useTexts } from './texts/texts.ts'
import { transportText } from './transport-text.ts'
import { idleAfterMs, useLater } from './use-later.ts'

/** Its code loads when it is started, like the layers'. */
const startOffline = () =>
  void import('./offline/service-worker.ts')
    .then(it => it.startOffline(offerUpdate))
    .catch(() => {})

const keyboard = () => void import('./keyboard.ts').then(it => it.followKeyboard()).catch(() => {})

/** The first pages as the member sees them, for the start of the next visit. */
const keepViews = () =>
  void import('./first-frame/keep-views.ts').then(it => it.keepViews()).catch(() => {})

/** Whether the member is counted in the newest root of solvency: checked when the app is idle. */
const watchProof = () =>
  void lateCode
    .watchProof()
    .then(it => it.watchProof())
    .catch(() => {})

/** What was asked for before the first event could arrive is asked for again, when the app is idle. */
const askAgainWhatIsOlder = () => {
  const predicate = askedBefore(queryClient)
  inTurn(idleAfterMs, [() => void queryClient.invalidateQueries({ predicate })])
}

const offerUpdate = (act: () => void): (() => void) => {
  const t = textOf(shellTexts)
  const words = { text: t('update.ready'), action: t('update.act'), later: t('update.later') }
  return toaster.offer({ ...words, act })
}

/** The whole app: one column, the pages, the bar, the messages. */
export function Root({ onDrawn }: { onDrawn?: () => void }) {
  const tongue = useLanguage()
  const drawn = useEffectEvent(() => onDrawn?.())
  // Before it is painted: the styles of the last view, which index.html has shown, may be older.
  useLayoutEffect(() => {
    document.adoptedStyleSheets = []
  }, [])
  useEffect(() => {
    drawn()
    const dropFirst = inTurn(0, [() => void session.start(), () => live.start()])
    const dropLater = inTurn(idleAfterMs, [
      keyboard,
      ...layerLoads,
      startOffline,
      keepViews,
      watchProof,
    ])
    const stop = live.onGap(() => void queryClient.invalidateQueries())
    const stopFirst = live.onFirst(askAgainWhatIsOlder)
    window.addEventListener('storage', session.heedOtherTab)
    window.addEventListener('online', restartStart)
    return () => {
      dropFirst()
      dropLater()
      stop()
      stopFirst()
      window.removeEventListener('storage', session.heedOtherTab)
      window.removeEventListener('online', restartStart)
    }
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <KitProvider texts={kitTexts[tongue]} now={api.clock.now} hold={holdUpdates} cover={cover}>
        <div className={styles.column}>
          <InsecureBar />
          <NetworkBar />
          <WindDownBar />
          <Guarded />
        </div>
        <Over />
        <Moments />
        <ToastViewport toaster={toaster} />
      </KitProvider>
    </QueryClientProvider>
  )
}

/** That the platform is being wound down, on every page. */
const WindDownBar = () => useLater(lateCode.windDownBar)?.bar ?? null

/** A start without a network continues when there is one. */
const restartStart = () => {
  if (session.state().phase === 'unreachable') void session.restart()
}

/** A sheet or dialog owns an entry of the history. */
const cover = (leave: () => boolean) => nav.engine.cover(leave)

/** What has come to a good end while the app is open, over every page. */
function Moments() {
  const Watcher = useLater(lateCode.moments)?.Moments
  return Watcher && <Watcher />
}

/** Factors that a call requires, and results, over every page. */
function Over() {
  const [node, show] = useState<ReactNode>(null)
  const [result, showResult] = useState<ReactNode>(null)
  useEffect(() => {
    over.show = show
    over.showResult = showResult
  }, [])
  return (
    <>
      {node}
      {result}
    </>
  )
}

/** Renders the pages once the session is known, and leads visitors to the welcome page. */
function Guarded() {
  const { phase, current } = useSession()
  const { stack } = useNavState()
  const t = useTexts(shellTexts)
  const tongue = useLanguage()
  const top = stack.at(-1)
  const route = top ? routeOf(top.path) : null
  const closed = isClosedTo(current, route)

  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again when any of these changes.
  useEffect(redirectToLogin, [phase, closed, current])

  useEffect(() => {
    const name = t('appName')
    const title = route && route !== pages.home ? route.title[tongue === 'en' ? 'en' : 'zh'] : ''
    document.title = title ? `${title} · ${name}` : name
  }, [route, tongue, t])

  if (phase === 'unreachable' && closed) {
    return <ErrorBlock onRetry={() => void session.restart()}>{t('startFailed')}</ErrorBlock>
  }
  if (closed) return <StartSkeleton />
  return (
    <>
      <PageStack />
      <TabBar />
    </>
  )
}

/** The grey shapes of index.html again, until the session is known. */
function StartSkeleton() {
  return (
    <div className={styles.start} aria-hidden>
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}

/** Over plain HTTP from another machine browsers provide no cryptography: no words, no logins by words. */
function InsecureBar() {
  const t = useTexts(shellTexts)
  if (isSecureContext) return null
  return (
    <div role="alert" className={styles.offline}>
      {t('insecure')}
    </div>
  )
}

const isOnline = () => navigator.onLine
const onNetwork = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** What separates the app from the server: no network at all, or only missing live events. */
function NetworkBar() {
  const online = useSyncExternalStore(onNetwork, isOnline, isOnline)
  const trouble = useSyncExternalStore(live.onTrouble, live.trouble, live.trouble)
  const t = useTexts(shellTexts)
  const message = !online ? t('offline') : trouble && transportText(trouble)
  return (
    <div role="status">
      {message && (
        // A stream that reconnects at once needs no message.
        <Later key={String(online)} ms={online ? troubleAfterMs : 0}>
          <div className={styles.offline}>{message}</div>
        </Later>
      )}
    </div>
  )
}

const troubleAfterMs = 4000
