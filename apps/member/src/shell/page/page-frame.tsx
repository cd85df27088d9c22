import { ErrorBlock, Later, Spinner, Surface } from '@banyan/ui'
import {
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { constants } from '../constants.ts'
import type { PageModule } from '../load/first-page.ts'
import { lateCode } from '../load/late-code.ts'
import { PageLoad } from '../load/page-load.ts'
import type { Page } from '../navigation/engine.ts'
import { lessMotion } from '../navigation/nav.ts'
import { readQuery } from '../navigation/query.ts'
import { type Route, routeOf } from '../routes.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useLanguage, useTexts } from '../texts/texts.ts'
import { NotFound } from './not-found.tsx'
import styles from './page.module.css'
import { PageBoundary } from './page-boundary.tsx'
import { PageContext, useTabTap } from './page-context.ts'
import { PageHead } from './page-head.tsx'

/** One open page: its head, its own scroll position, and the placeholder while its code loads. */
export function PageFrame({ page, shown }: { page: Page; shown: boolean }) {
  const route = routeOf(page.path)
  const [title, setTitle] = useState<ReactNode>(null)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const facts = useMemo(() => ({ page, shown, setTitle, actions }), [page, shown, actions])
  const frame = useKeptFocus(shown)
  const t = useTexts(shellTexts)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  const named = title ?? route?.title[tongue] ?? t('appName')
  return (
    <PageContext value={facts}>
      <Surface value={shown}>
        <div className={styles.frame} ref={frame} tabIndex={-1}>
          {route?.head !== 'custom' && (
            <PageHead title={named} right={<span className={styles.actions} ref={setActions} />} />
          )}
          <Scroller>
            <PageBoundary>
              <PageBody page={page} route={route} />
            </PageBoundary>
          </Scroller>
        </div>
      </Surface>
    </PageContext>
  )
}

/** The page's own scroll position; a tap on its open tab scrolls to the top. */
function Scroller({ children }: { children: ReactNode }) {
  const scroller = useKeptScroll()
  const behavior = lessMotion.matches ? 'auto' : 'smooth'
  useTabTap(() => scroller.current?.scrollTo({ top: 0, behavior }))
  return (
    <main className={styles.scroll} ref={scroller}>
      {children}
    </main>
  )
}

function PageBody({ page, route }: { page: Page; route: Route | null }) {
  if (!route) return <NotFound path={page.url} />
  if (!readQuery(route.query, page.query)) return <NotFound path={page.url} />
  return <LoadedPage load={loadOf(route.path)} />
}

const known = new Map<string, PageLoad<PageModule>>()

declare global {
  /** What index.html of a build has made of `page-loads.ts`: a page with all its files at once. */
  var loadPage: ((path: string) => Promise<PageModule | null>) | undefined
}

/** The code of a page. */
async function load(path: string): Promise<PageModule> {
  const { loadPage } = globalThis
  const page = loadPage ? await loadPage(path) : await await lateCode.page(path)
  if (!page) throw new Error(`no code for ${path}`)
  return page
}

/** The single load of a page's code. */
export function loadOf(path: string): PageLoad<PageModule> {
  const pageLoad = known.get(path) ?? new PageLoad({ load: () => load(path), ...loading })
  known.set(path, pageLoad)
  return pageLoad
}

/** How code that is loaded late is awaited. */
export const loading = {
  later: (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
  timeoutMs: constants.pageTimeoutMs,
  // Without a network a reload would end at the browser's own error page.
  reload: () => {
    if (navigator.onLine) location.reload()
  },
}

function LoadedPage({ load }: { load: PageLoad<PageModule> }) {
  const state = useSyncExternalStore(load.subscribe, load.state, load.state)
  const t = useTexts(shellTexts)
  useEffect(() => load.start(), [load])
  const isFailed = state.phase === 'failed'
  useEffect(() => {
    if (!isFailed) return
    const again = () => load.networkIsBack()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isFailed, load])
  if (state.phase === 'ready') return <state.module.default />
  if (state.phase === 'failed') {
    return <ErrorBlock onRetry={() => load.retry()}>{t('pageLoadFailed')}</ErrorBlock>
  }
  return (
    <Later ms={constants.pageDelayMs}>
      <div className={styles.indicator}>
        <Spinner label={t('loading')} />
      </div>
    </Later>
  )
}

/** Browsers may forget the scroll position of hidden elements: it is kept here and restored. */
function useKeptScroll() {
  const scroller = useRef<HTMLElement>(null)
  const top = useRef(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    // A page at its top needs no layout read, which is expensive on the first render.
    if (top.current > 0) element.scrollTop = top.current
    const keep = () => {
      top.current = element.scrollTop
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [])
  return scroller
}

/** What keeps the focus when a page becomes visible: the bar, and a layer that is not closing. */
const keepers = 'nav, :is([role="dialog"], [role="alertdialog"]):not([data-closed])'

/** A page that becomes visible takes the focus: the element focused before on this page, or the page. */
function useKeptFocus(shown: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const element = frame.current
    if (!shown || !element) return
    // In a task of its own: it needs the page's layout, which is much of a phone's work at the start.
    const timer = setTimeout(() => {
      const on = document.activeElement
      if (element.contains(on) || on?.closest(keepers)?.checkVisibility()) return
      const back = last.current?.isConnected ? last.current : element
      back.focus({ preventScroll: true })
    })
    const keep = (event: FocusEvent) => {
      last.current = event.target as HTMLElement
    }
    element.addEventListener('focusin', keep)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('focusin', keep)
    }
  }, [shown])
  return frame
}
