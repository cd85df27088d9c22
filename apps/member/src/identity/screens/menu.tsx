import { Card, List, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  href,
  pages,
  useLanguage,
  usePageQuery,
  usePageTitle,
  useSession,
  useTexts,
} from '../../shell/index.ts'
import { DistributedChip, PlacementChip } from '../../shell/slots.tsx'
import { type Entry, entries } from '../areas.ts'
import { checkTexts } from '../check-texts.ts'
import { Freezes } from '../parts/freezes.tsx'
import { emailQuery, receivingAccountQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import { keptHereQuery } from '../vault/queries.ts'
import styles from './menu.module.css'

const { mineArea } = pages

/** The pages of one area of Mine, each with its state if it has one. */
export default function MenuScreen() {
  const { of } = usePageQuery(pages.more.menu)
  const tongue = useLanguage() === 'en' ? 'en' : 'zh'
  usePageTitle(useTexts(texts)(`area.${of}`))
  const items: readonly Entry[] = entries[of]
  return (
    <div className="page-pad stack">
      {of === 'security' && <Freezes />}
      <Card className={styles.card}>
        <List>
          {items.map(([icon, page]) => (
            <Row
              key={page.path}
              icon={icon}
              label={page.title[tongue]}
              href={href(page)}
              value={stateOf[page.path]}
            />
          ))}
        </List>
      </Card>
    </div>
  )
}

/** The badge of a link to a page. */
const stateOf: Readonly<Record<string, ReactNode>> = {
  [mineArea.verifyEmail.path]: <EmailState />,
  [mineArea.export.path]: <WordsState />,
  [mineArea.account.path]: <ReceivingState />,
  [mineArea.toSpread.path]: <DistributedChip />,
  [mineArea.settleNetwork.path]: <PlacementChip />,
}

const State = ({ done, children }: { done: boolean; children: ReactNode }) => (
  <span className={done ? styles.done : styles.open}>{children}</span>
)

function EmailState() {
  const t = useTexts(checkTexts)
  const { data } = useQuery(emailQuery)
  if (!data) return null
  const value = data.bound?.address ?? t(data.offered ? 'unbound' : 'notOffered')
  return <State done={data.bound !== null || !data.offered}>{value}</State>
}

function WordsState() {
  const t = useTexts(checkTexts)
  const { data } = useQuery(keptHereQuery(useSession().current?.accountId ?? ''))
  return data === undefined ? null : <State done={data}>{t(data ? 'kept' : 'notKept')}</State>
}

function ReceivingState() {
  const t = useTexts(checkTexts)
  const { data } = useQuery(receivingAccountQuery)
  if (!data) return null
  const isSet = Boolean(data.bsc ?? data.tron)
  return <State done={isSet}>{t(isSet ? 'set' : 'unset')}</State>
}
