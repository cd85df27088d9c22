import { Button, Skeleton } from '@banyan/ui'
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useMe } from '../app.ts'
import { loadPage, mayRead, type PageName, pages } from '../pages.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { textsOf, useTexts } from '../texts/texts.ts'
import styles from './page-host.module.css'

/** The page of the address, or who may read it. */
export function PageHost({ name }: { name: PageName }) {
  const { role } = useMe()
  const t = useTexts(shellTexts)
  const page = pages[name]
  if (!mayRead(page, role)) {
    const roles = page.roles.map(one => t.roles[one]).join(t.roleList)
    return <p className={styles.closed}>{t.closedPage(roles)}</p>
  }
  return (
    <Boundary key={name}>
      <Suspense fallback={<Loading />}>
        <Loaded name={name} />
      </Suspense>
    </Boundary>
  )
}

/** Each page's code, loaded once. */
const loaded = new Map<PageName, ComponentType>()

function codeOf(name: PageName): ComponentType {
  const before = loaded.get(name)
  if (before) return before
  const code = lazy(() => loadPage(name))
  loaded.set(name, code)
  return code
}

function Loaded({ name }: { name: PageName }) {
  const Page = codeOf(name)
  return <Page />
}

const Loading = () => (
  <div className={styles.loading}>
    <Skeleton height="36px" />
    <Skeleton height="36px" />
    <Skeleton height="36px" />
  </div>
)

/**
 * A page that fails leaves the frame. Its button reloads the console: a browser keeps the failed
 * import of a file as long as the document is open.
 */
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    if (!this.state.failed) return this.props.children
    const t = textsOf(shellTexts)
    return (
      <div className={styles.closed} role="alert">
        <p>{t.pageFailed}</p>
        <Button tone="secondary" size="small" onClick={() => location.reload()}>
          {t.reload}
        </Button>
      </div>
    )
  }
}
