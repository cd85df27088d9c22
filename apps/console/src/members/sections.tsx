import { memberServiceReaders } from '@banyan/domain'
import type { ReactNode } from 'react'
import {
  Choices,
  changeQuery,
  Panel,
  shellTexts,
  useAddress,
  useKeys,
  useMe,
  useTexts,
} from '../shell/index.ts'
import * as lists from './lists.tsx'
import styles from './members.module.css'
import { NetworkSection } from './network.tsx'
import type { Member } from './queries.ts'
import { SessionsSection } from './sessions.tsx'
import { memberTexts } from './texts.ts'

const names = [
  'network',
  'recharges',
  'withdrawals',
  'subscriptions',
  'positions',
  'redemptions',
  'orders',
  'trades',
  'cases',
  'conversations',
  'feedback',
  'sessions',
] as const
type SectionName = (typeof names)[number]

const isName = (text: string | undefined): text is SectionName =>
  names.includes(text as SectionName)

/** What a member has, one section at a time; which one is in the address. */
export function Sections({ member, now }: { member: Member; now: number }) {
  const { query } = useAddress()
  const t = useTexts(memberTexts)
  const shown = isName(query.section) ? query.section : 'network'
  useKeys(
    names.slice(0, 9).map((name, at) => ({
      keys: `${at + 1}`,
      label: t.section[name],
      run: () => changeQuery({ section: at === 0 ? null : name }),
      isQuiet: at > 0,
    })),
  )
  return (
    <Panel>
      <div className={styles.choices}>
        <Choices
          label={t.section.label}
          name="section"
          values={names.map((value, at) => ({
            value: at === 0 ? ('' as const) : value,
            label: t.section[value],
          }))}
        />
      </div>
      <Section name={shown} member={member} now={now} />
    </Panel>
  )
}

function Section({ name, member, now }: { name: SectionName; member: Member; now: number }) {
  const { role } = useMe()
  const id = member.accountId
  const props = { id, now }
  const isOfService = name === 'conversations' || name === 'feedback'
  if (isOfService && !memberServiceReaders.includes(role)) return <ClosedSection />
  const sections: Readonly<Record<SectionName, () => ReactNode>> = {
    network: () => <NetworkSection id={id} nickname={member.nickname} now={now} />,
    recharges: () => <lists.Recharges {...props} />,
    withdrawals: () => <lists.Withdrawals {...props} />,
    subscriptions: () => <lists.Subscriptions {...props} />,
    positions: () => <lists.Positions {...props} />,
    redemptions: () => <lists.Redemptions {...props} />,
    orders: () => <lists.Orders {...props} />,
    trades: () => <lists.Trades {...props} />,
    cases: () => <lists.Cases {...props} />,
    conversations: () => <lists.Conversations {...props} />,
    feedback: () => <lists.FeedbackList {...props} />,
    sessions: () => <SessionsSection member={member} now={now} />,
  }
  return sections[name]()
}

function ClosedSection() {
  const t = useTexts(memberTexts)
  const { roles, roleList } = useTexts(shellTexts)
  const readers = memberServiceReaders.map(role => roles[role]).join(roleList)
  return <p className={styles.note}>{t.section.closed(readers)}</p>
}
