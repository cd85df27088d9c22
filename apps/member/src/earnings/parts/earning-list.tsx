import { Card, Empty, FilterChips, type FilterChipsProps, List } from '@banyan/ui'
import type { Key, ReactNode } from 'react'
import { OwnMoney } from '../../shell/hidden-figures.tsx'
import { Link, PagedList, type PagedListProps, pages } from '../../shell/index.ts'
import styles from './earning-list.module.css'

/** Earnings with a filter, newest first; the same for both kinds. */
export function EarningList<Line extends { id: Key }, Choice extends string>(
  props: FilterChipsProps<Choice> & {
    query: PagedListProps<Line>['query']
    /** The text for an empty list, and a link. */
    empty: string
    onward: ReactNode
    children: (line: Line) => ReactNode
  },
) {
  const { query, empty, onward, children, ...filter } = props
  return (
    <>
      <FilterChips {...filter} />
      <PagedList query={query} empty={<Empty action={onward}>{empty}</Empty>}>
        {lines => (
          <Card>
            <List>{lines.map(children)}</List>
          </Card>
        )}
      </PagedList>
    </>
  )
}

/** One payment: its purpose, its amount, and below it the arithmetic. It links to the passport. */
export function EarningRow(props: {
  /** The earning's id in the passport. */
  earningId: string
  title: ReactNode
  amount: string
  children: ReactNode
}) {
  const { earningId, title, amount, children } = props
  return (
    <li>
      <Link page={pages.more.passport} query={{ id: earningId }} className={styles.row}>
        <span className={styles.head}>
          <span>{title}</span>
          <OwnMoney value={amount} unit="USDT" place="earning" />
        </span>
        <span className={styles.lines}>{children}</span>
      </Link>
    </li>
  )
}
