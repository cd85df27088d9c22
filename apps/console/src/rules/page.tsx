import { proposalRules } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Answer,
  type Column,
  DataTable,
  dayText,
  OpenHead,
  openHere,
  Split,
  TableBar,
  Tag,
  useAddress,
  useKeys,
  useLanguage,
  useMe,
  useMinute,
  useTexts,
} from '../shell/index.ts'
import { Propose } from './propose.tsx'
import { type Version, versionsQuery } from './queries.ts'
import { ruleTexts } from './texts.ts'
import { standingTones, VersionPanel } from './version-panel.tsx'

/** In the place of a version's number: the form that proposes the next one. */
const nextVersion = 'new'

/** The versions of the rule book with their differences, and the form for the next one. */
export default function RulesPage() {
  const { id } = useAddress()
  const { role } = useMe()
  const now = useMinute()
  const mayPropose = proposalRules.rules.propose.includes(role)
  if (id === nextVersion && mayPropose) return <Propose now={now} />
  return <Versions now={now} mayPropose={mayPropose} />
}

function Versions({ now, mayPropose }: { now: number; mayPropose: boolean }) {
  const { id, query } = useAddress()
  const t = useTexts(ruleTexts)
  const list = useQuery(versionsQuery(useLanguage()))
  const all = list.data?.items ?? []
  const wanted = (query.find ?? '').trim().toLowerCase()
  const rows = all.filter(({ version, difference, changes }) =>
    `${version} ${difference} ${changes.map(({ title }) => title).join(' ')}`
      .toLowerCase()
      .includes(wanted),
  )
  const columns = useColumns(now)
  const open = all.find(({ version }) => `${version}` === id)
  useKeys([{ keys: 'shift+n', label: t.propose, run: () => openHere(nextVersion) }], {
    off: !mayPropose,
  })
  return (
    <Split
      list={
        <Answer query={list}>
          {() => (
            <>
              <TableBar
                name="rule-book"
                rows={rows}
                all={all.length}
                isMore={false}
                columns={columns}
              >
                {mayPropose ? (
                  <Button size="small" onClick={() => openHere(nextVersion)}>
                    {t.propose} <kbd>⇧ N</kbd>
                  </Button>
                ) : (
                  <span className="cap">{t.mayPropose}</span>
                )}
              </TableBar>
              <DataTable
                label={t.list}
                rows={rows}
                columns={columns}
                idOf={row => `${row.version}`}
                current={id}
                onOpen={openHere}
                isQuiet={row => row.standing === 'past'}
              />
            </>
          )}
        </Answer>
      }
      panel={
        open ? (
          <VersionPanel key={open.version} version={open} now={now} />
        ) : id !== null && list.data ? (
          <OpenHead>
            <p>{t.gone}</p>
          </OpenHead>
        ) : null
      }
    />
  )
}

function useColumns(now: number): Column<Version>[] {
  const t = useTexts(ruleTexts)
  return useMemo(
    (): Column<Version>[] => [
      {
        id: 'version',
        head: t.columns.version,
        sortBy: row => row.version,
        csv: row => ({ figure: `${row.version}` }),
        cell: row => t.versionOf(row.version),
      },
      {
        id: 'standing',
        head: t.columns.standing,
        csv: row => row.standing,
        cell: row => <Tag tone={standingTones[row.standing]}>{t.standing[row.standing]}</Tag>,
      },
      {
        id: 'effective',
        head: t.columns.effective,
        sortBy: row => row.effectiveAt,
        csv: row => row.effectiveAt,
        cell: row => dayText(row.effectiveAt, now),
      },
      {
        id: 'published',
        head: t.columns.published,
        isMinor: true,
        sortBy: row => row.publishedAt,
        csv: row => row.publishedAt,
        cell: row => dayText(row.publishedAt, now),
      },
      {
        id: 'changes',
        head: t.columns.changes,
        isFigure: true,
        sortBy: row => row.changes.length,
        csv: row => ({ figure: `${row.changes.length}` }),
        cell: row => row.changes.length,
      },
      {
        id: 'harms',
        head: t.columns.harms,
        isFigure: true,
        sortBy: row => row.changes.filter(({ harms }) => harms).length,
        csv: row => ({ figure: `${row.changes.filter(({ harms }) => harms).length}` }),
        cell: row => row.changes.filter(({ harms }) => harms).length,
      },
      {
        id: 'difference',
        head: t.columns.difference,
        isMinor: true,
        csv: row => row.difference,
        cell: row => row.difference,
      },
    ],
    [t, now],
  )
}
