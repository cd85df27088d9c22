import { Button, Skeleton } from '@banyan/ui'
import { Component, lazy, type ReactNode, Suspense, useState } from 'react'
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

function Loaded({ name }: { name: PageName }) {
  const [Page] = useState(() => lazy(() => loadPage(name)))
  return <Page />
}

const Loading = () => (
  <div className={styles.loading}>
    <Skeleton height="36px" />
    <Skeleton height="36px" />
    <Skeleton height="36px" />
  </div>
)

/** A page that fails leaves the frame, and can be opened again. */
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
        <Button tone="secondary" size="small" onClick={() => this.setState({ failed: false })}>
          {t.reload}
        </Button>
      </div>
    )
  }
}
