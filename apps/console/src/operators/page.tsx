import { type OperatorState, operatorStates } from '@banyan/domain'
import { Button } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Choices,
  type Column,
  dayText,
  hasText,
  ListSplit,
  openHere,
  shellTexts,
  Tag,
  textColumn,
  useAddress,
  useMinute,
  useTexts,
} from '../shell/index.ts'
import { AddPanel } from './add.tsx'
import { OperatorPanel } from './panel.tsx'
import { type Listed, operatorsQuery, stateTones } from './queries.ts'
import { operatorTexts } from './texts.ts'

/** In the address in place of a name; no name of an operator has a plus. */
const adding = '+'

/** All accounts of the staff: role, state, protection, sessions; and what is proposed about them. */
export default function OperatorsPage() {
  const { id, query } = useAddress()
  const t = useTexts(operatorTexts)
  const now = useMinute()
  const list = useQuery(operatorsQuery)
  const all = useMemo(() => list.data?.items ?? [], [list.data])
  const rows = useMemo(() => matching(all, query.find ?? '', query.state), [all, query])
  const columns = useColumns(now)
  const open = all.find(({ name }) => name === id)
  return (
    <ListSplit
      name="operators"
      label={t.table}
      rows={rows}
      all={all.length}
      columns={columns}
      idOf={row => row.name}
      isQuiet={row => row.state === 'ended'}
      filters={
        <>
          <Choices<OperatorState>
            label={t.filter}
            name="state"
            values={[
              { value: '', label: t.all },
              ...operatorStates.map(value => ({ value, label: t.state[value] })),
            ]}
          />
          <Button size="small" tone="secondary" onClick={() => openHere(adding)}>
            {t.add}
          </Button>
        </>
      }
      panel={
        id === null ? null : id === adding ? (
          <AddPanel />
        ) : (
          <OperatorPanel key={id} operator={open} isRead={list.data !== undefined} now={now} />
        )
      }
    />
  )
}

function matching(rows: readonly Listed[], find: string, state: string | undefined): Listed[] {
  return rows.filter(
    row =>
      (state === undefined || row.state === state) &&
      hasText(find, [`${row.name} ${row.role} ${row.member ?? ''}`]),
  )
}

function useColumns(now: number): Column<Listed>[] {
  const t = useTexts(operatorTexts)
  const { roles } = useTexts(shellTexts)
  return useMemo((): Column<Listed>[] => {
    const factorsOf = (row: Listed) => row.factors.map(({ kind }) => t.factor[kind]).join(' · ')
    return [
      textColumn({ id: 'name', head: t.columns.name }, row => row.name),
      {
        id: 'role',
        head: t.columns.role,
        sortBy: row => row.role,
        csv: row => row.role,
        cell: row => roles[row.role],
      },
      {
        id: 'state',
        head: t.columns.state,
        sortBy: row => operatorStates.indexOf(row.state),
        csv: row => row.state,
        cell: row => <Tag tone={stateTones[row.state]}>{t.state[row.state]}</Tag>,
      },
      {
        id: 'signedIn',
        head: t.columns.signedIn,
        sortBy: row => row.lastSignInAt ?? '',
        csv: row => row.lastSignInAt ?? '',
        cell: row => (row.lastSignInAt ? dayText(row.lastSignInAt, now) : t.never),
      },
      {
        id: 'factors',
        head: t.columns.factors,
        isMinor: true,
        sortBy: row => row.factors.length,
        csv: row => row.factors.map(({ kind }) => kind).join(' '),
        cell: row => factorsOf(row) || t.none,
      },
      {
        id: 'sessions',
        head: t.columns.sessions,
        isFigure: true,
        isMinor: true,
        sortBy: row => row.openSessions,
        csv: row => ({ figure: String(row.openSessions) }),
        cell: row => row.openSessions,
      },
      {
        id: 'key',
        head: t.columns.key,
        isMinor: true,
        csv: row => row.payoutKey?.fingerprint ?? '',
        cell: row => <code>{row.payoutKey?.fingerprint.slice(0, 16) ?? '–'}</code>,
      },
      {
        id: 'needs',
        head: t.columns.needs,
        sortBy: row => -row.needs.length,
        csv: row => row.needs.join(' '),
        cell: row =>
          row.needs.map(need => (
            <Tag key={need} tone="warn">
              {t.needs[need]}
            </Tag>
          )),
      },
    ]
  }, [t, roles, now])
}
