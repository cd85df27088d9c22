import { kitTexts } from '@banyan/ui'
import { live, queryClient, session } from '../app.ts'
import { firstCalls } from '../load/first-calls.ts'
import { isWhole } from '../load/first-page.ts'
import { nav } from '../navigation/nav.ts'
import { loadOf } from '../page/page-frame.tsx'
import { language, registerTexts, textOf } from '../texts/texts.ts'
import { idleAfterMs } from '../use-later.ts'
import { classesOf, keptNode, rulesFor } from './kept-node.ts'
import { agesOf } from './view-ages.ts'
import { type KeptView, keepView, viewsSince } from './view-store.ts'

const texts = registerTexts('keptView', {
  zh: { age: '{{time}} 的数据，正在更新' },
  en: { age: 'As of {{time}}, updating' },
})

/**
 * Keeps the pages that most visits begin with as the member sees them: some seconds after each was
 * opened, or as soon as it is whole, and whenever the app goes out of sight. Not part of the first
 * load.
 */
export function keepViews(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let done = ''
  const keep = () => {
    timer = undefined
    const { id } = nav.engine.top
    if (id === done) return
    const view = viewOfTop()
    if (view === 'later') return
    done = id
    // Taps are handled in between.
    if (view !== 'never') setTimeout(() => keepWithStyles(view))
  }
  const opened = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, idleAfterMs)
  }
  // What was asked for before the first event could arrive is asked for again in these seconds.
  const changed = () => {
    if (nav.engine.top.id !== done) timer ??= setTimeout(keep, idleAfterMs)
  }
  nav.engine.subscribe(opened)
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') changed()
  })
  live.onTrouble(changed)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    const view = viewOfTop()
    if (typeof view === 'object') keepWithStyles(view)
  })
  keep()
}

interface ViewOf extends Omit<KeptView, 'css'> {
  path: string
  since: number
}

/** The page on top, if it is one of those and shown whole, with nothing over it. */
function viewOfTop(): ViewOf | 'later' | 'never' {
  const { path, url } = nav.engine.top
  const { current } = session.state()
  if (!(path in firstCalls) || url !== path) return 'never'
  // Another tab may have left the account.
  if (!current || !session.isKept) return 'later'
  const column = document.querySelector('#app:not([data-frame]) > div')
  if (!column || document.querySelector('[role="dialog"], [role="alertdialog"]')) return 'later'
  // Without events nobody knows whether what is shown still holds.
  if (live.trouble()) return 'later'
  // A bar that says what is wrong is of that moment.
  if (column.querySelector(':scope > [role="status"]')?.textContent) return 'later'
  if (!isWhole(path, loadOf(path), queryClient)) return 'later'
  // All that is above the screen would be kept, too.
  if ([...column.querySelectorAll('main')].some(({ scrollTop }) => scrollTop > innerHeight))
    return 'later'
  const root = keptNode(column, innerHeight)
  if (!root) return 'later'
  const at = Date.now()
  const t = textOf(texts)
  const ages = agesOf(at, kitTexts[language() === 'en' ? 'en' : 'zh-CN'])
  return {
    path,
    since: viewsSince(),
    of: current.uuid,
    language: language(),
    at,
    ages: ages.map(time => t('age', { time })),
    root,
  }
}

/** With the styles that apply to it: those of index.html too, because after a release its classes have other names. */
function keepWithStyles({ path, since, ...view }: ViewOf): void {
  const used = classesOf(view.root)
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  keepView(path, { ...view, css: rulesFor(rules, used) }, since)
}
