import type { MemberLink } from '@banyan/domain'
import { CopyText, figureText, shortAddress } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dayText, hrefOf, mayRead, pages, Tag, useMe, useTexts } from '../shell/index.ts'
import { sectionQueries } from './queries.ts'
import { SectionTable } from './section-table.tsx'
import { stateTexts } from './state-texts.ts'
import { memberTexts } from './texts.ts'

interface Props {
  id: string
  now: number
}

const two = (figure: string | null) => (figure === null ? '–' : figureText(figure, 2, 2))

/** Another member, by name, as a link to their page. */
export const MemberAnchor = ({ of }: { of: MemberLink }) => (
  <a href={hrefOf('members', of.accountId)} title={of.accountId}>
    {of.nickname}
  </a>
)

/** A thing with a page of its own, as a link for those who may open the page. */
function Thing(props: {
  page: 'withdrawals' | 'appeals' | 'service'
  id: string
  children: ReactNode
}) {
  const { role } = useMe()
  const { page, id, children } = props
  return mayRead(pages[page], role) ? <a href={hrefOf(page, id)}>{children}</a> : children
}

function useDays(now: number) {
  const { field } = useTexts(memberTexts)
  const day = (at: string | null) => (at === null ? '–' : dayText(at, now))
  return {
    at: { head: field.at, cell: (row: { at: string }) => day(row.at) },
    closed: {
      head: field.endedAt,
      isMinor: true,
      cell: (row: { closedAt: string | null }) => day(row.closedAt),
    },
    day,
  }
}

export function Recharges({ id, now }: Props) {
  const { field, section } = useTexts(memberTexts)
  const states = useTexts(stateTexts)
  const { at, day } = useDays(now)
  return (
    <SectionTable
      label={section.recharges}
      list={useInfiniteQuery(sectionQueries.recharges(id))}
      columns={[
        at,
        { head: field.amount, isFigure: true, cell: row => two(row.amount) },
        { head: field.state, cell: row => <Tag>{states.recharge[row.state]}</Tag> },
        { head: field.credited, isMinor: true, cell: row => day(row.creditedAt) },
        {
          head: field.hash,
          isMinor: true,
          cell: row => <CopyText text={row.hash}>{shortAddress(row.hash)}</CopyText>,
        },
      ]}
    />
  )
}

export function Withdrawals({ id, now }: Props) {
  const { field, section } = useTexts(memberTexts)
  const states = useTexts(stateTexts)
  const { at, closed } = useDays(now)
  return (
    <SectionTable
      label={section.withdrawals}
      list={useInfiniteQuery(sectionQueries.withdrawals(id))}
      columns={[
        at,
        { head: field.amount, isFigure: true, cell: row => two(row.amount) },
        { head: field.state, cell: row => <Tag>{states.withdrawal[row.state]}</Tag> },
        { head: field.address, isMinor: true, cell: row => row.address },
        {
          head: field.number,
          cell: row => (
            <Thing page="withdrawals" id={row.id}>
              {row.orderNumber}
            </Thing>
          ),
        },
        closed,
      ]}
    />
  )
}

export function Subscriptions({ id, now }: Props) {
  const { field, section } = useTexts(memberTexts)
  const states = useTexts(stateTexts)
  const { at, closed } = useDays(now)
  return (
    <SectionTable
      label={section.subscriptions}
      list={useInfiniteQuery(sectionQueries.subscriptions(id))}
      columns={[
        at,
        { head: field.amount, isFigure: true, cell: row => two(row.amount) },
        { head: field.quantity, isFigure: true, cell: row => two(row.quantity) },
        { head: field.state, cell: row => <Tag>{states.subscription[row.state]}</Tag> },
        { head: field.number, isMinor: true, cell: row => row.orderNumber },
        closed,
      ]}
    />
  )
}

export function Positions({ id, now }: Props) {
  const { field, section } = useTexts(memberTexts)
  const states = useTexts(stateTexts)
  const { at, day } = useDays(now)
  return (
    <SectionTable
      label={section.positions}
      list={useInfiniteQuery(sectionQueries.positions(id))}
      columns={[
        at,
        { head: field.quantity, isFigure: true, cell: row => two(row.quantity) },
        { head: field.state, cell: row => <Tag>{states.position[row.state]}</Tag> },
        { head: field.endedAt, isMinor: true, cell: row => day(row.endedAt) },
      ]}
    />
  )
}

export function Redemptions({ id, now }: Props) {
  const { field, section } = useTexts(memberTexts)
  const states = useTexts(stateTexts)
  const { at, closed } = useDays(now)
  return (
    <SectionTable
      label={section.redemptions}
      list={useInfiniteQuery(sectionQueries.redemptions(id))}
      columns={[
        at,
        { head: field.quantity, isFigure: true, cell: row => two(row.quantity) },
        { head: field.pay, isFigure: true, cell: row => two(row.pay) },
        { head: field.state, cell: row => <Tag>{states.redemption[row.state]}</Tag> },
        { head: field.number, isMinor: true, cell: row => row.orderNumber },
        closed,
      ]}
    />
  )
}

export function Orders({ id, now }: Props) {
  const { field, section } = useTexts(memberTexts)
  const states = useTexts(stateTexts)
  const { at } = useDays(now)
  return (
    <SectionTable
      label={section.orders}
      list={useInfiniteQuery(sectionQueries.orders(id))}
      columns={[
        at,
        { head: field.side, cell: row => states.side[row.side] },
        { head: field.quantity, isFigure: true, cell: row => two(row.total) },
        { head: field.dealt, isFigure: true, cell: row => two(row.dealt) },
        { head: field.inTrade, isFigure: true, isMinor: true, cell: row => two(row.inTrade) },
        { head: field.price, isFigure: true, cell: row => figureText(row.price, 4, 4) },
        { head: field.state, cell: row => <Tag>{states.order[row.state]}</Tag> },
        { head: field.number, isMinor: true, cell: row => row.orderNumber },
      ]}
    />
  )
}

export function Trades({ id, now }: Props) {
  const { field, section } = useTexts(memberTexts)
  const states = useTexts(stateTexts)
  const { at } = useDays(now)
  return (
    <SectionTable
      label={section.trades}
      list={useInfiniteQuery(sectionQueries.trades(id))}
      columns={[
        at,
        { head: field.side, cell: row => states.side[row.side] },
        { head: field.other, cell: row => <MemberAnchor of={row.other} /> },
        { head: field.quantity, isFigure: true, cell: row => two(row.quantity) },
        // A payment is exact to its tail.
        { head: field.payment, isFigure: true, cell: row => figureText(row.payment) },
        { head: field.state, cell: row => <Tag>{states.trade[row.state]}</Tag> },
        { head: field.match, isMinor: true, cell: row => row.matchingId },
      ]}
    />
  )
}

export function Cases({ id, now }: Props) {
  const { field, section } = useTexts(memberTexts)
  const states = useTexts(stateTexts)
  const { at, closed } = useDays(now)
  return (
    <SectionTable
      label={section.cases}
      list={useInfiniteQuery(sectionQueries.cases(id))}
      columns={[
        at,
        {
          head: field.number,
          cell: row => (
            <Thing page="appeals" id={row.id}>
              {row.caseNumber}
            </Thing>
          ),
        },
        { head: field.side, cell: row => states.side[row.side] },
        {
          head: field.openedBy,
          cell: row => states.side[row.openedBy === 'house' ? 'platform' : row.openedBy],
        },
        { head: field.state, cell: row => <Tag>{states.case[row.state]}</Tag> },
        { head: field.match, isMinor: true, cell: row => row.matchingId },
        closed,
      ]}
    />
  )
}

export function Conversations({ id, now }: Props) {
  const { field, section } = useTexts(memberTexts)
  const { at, closed, day } = useDays(now)
  return (
    <SectionTable
      label={section.conversations}
      list={useInfiniteQuery(sectionQueries.conversations(id))}
      columns={[
        {
          head: at.head,
          cell: row => (
            <Thing page="service" id={row.id}>
              {at.cell(row)}
            </Thing>
          ),
        },
        { head: field.assignedTo, cell: row => row.assignedTo ?? '–' },
        { head: field.lastAt, cell: row => day(row.lastAt) },
        { head: field.stars, isFigure: true, cell: row => row.stars ?? '–' },
        closed,
      ]}
    />
  )
}

export function FeedbackList({ id, now }: Props) {
  const { field, section } = useTexts(memberTexts)
  const states = useTexts(stateTexts)
  const { at, day } = useDays(now)
  return (
    <SectionTable
      label={section.feedback}
      list={useInfiniteQuery(sectionQueries.feedback(id))}
      columns={[
        at,
        { head: field.type, cell: row => states.feedback[row.type] },
        { head: field.answeredBy, cell: row => row.answeredBy ?? '–' },
        { head: field.endedAt, isMinor: true, cell: row => day(row.answeredAt) },
      ]}
    />
  )
}
