import { costUses } from '@banyan/domain'
import { figureText } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  amountColumn,
  Choices,
  type Column,
  dayColumn,
  hasText,
  ListSplit,
  longColumn,
  shortColumn,
  Tag,
  useAddress,
  useRows,
  useTexts,
} from '../shell/index.ts'
import { aboutPayment } from './about.ts'
import type { CostLine } from './cost-line.ts'
import { CostPanel } from './cost-panel.tsx'
import { costTexts } from './cost-texts.ts'
import styles from './page.module.css'
import { Parts } from './parts.tsx'
import { phaseTones } from './phases.ts'
import { costsQuery, openProposalsQuery, unbookedCostsQuery } from './queries.ts'
import { treasuryQueueTexts } from './queue-texts.ts'
import { treasuryTexts } from './texts.ts'

/** Payments out of the platform's addresses, and the costs that were booked for them. */
export function CostsPart({ now }: { now: number }) {
  const { id, query } = useAddress()
  const t = useTexts(treasuryTexts)
  const c = useTexts(costTexts)
  const { use } = useTexts(treasuryQueueTexts)
  const unbooked = useQuery(unbookedCostsQuery).data
  const booked = useInfiniteQuery(costsQuery)
  const read = useRows(booked.data)
  const proposals = useQuery(openProposalsQuery('cost')).data?.items
  const all = useMemo((): CostLine[] => {
    const open = (unbooked?.items ?? []).map((cost): CostLine => {
      const proposal = aboutPayment(proposals ?? [], cost.id)
      const phase = proposal ? 'decide' : cost.state === 'final' ? 'classify' : 'confirming'
      return { cost: { ...cost, booked: null }, proposal, phase }
    })
    const done = read.map(
      ({ payee, reference, evidence, document, bookedAt, ...cost }): CostLine => ({
        cost: { ...cost, booked: { payee, reference, evidence, document, bookedAt } },
        proposal: undefined,
        phase: 'booked',
      }),
    )
    return [...open, ...done]
  }, [unbooked, read, proposals])
  const rows = all.filter(
    ({ cost: { hash, to, amount, booked, ...cost } }) =>
      (!query.use || cost.use === query.use) &&
      hasText(query.find, [hash, to, amount, booked?.payee ?? '', booked?.reference ?? '']),
  )
  const columns = useColumns(now)
  const open = all.find(({ cost }) => cost.id === id)
  return (
    <ListSplit
      name="costs"
      label={t.parts.costs}
      rows={rows}
      all={all.length}
      list={booked}
      columns={columns}
      idOf={({ cost }) => cost.id}
      isQuiet={({ phase }) => phase === 'booked'}
      above={
        <>
          <Parts />
          {unbooked && (
            <p className={styles.note}>
              {c.held} <strong>{figureText(unbooked.ops)}</strong> USDT. {c.note}
            </p>
          )}
        </>
      }
      filters={
        <Choices
          label={t.columns.use}
          name="use"
          values={[
            { value: '', label: t.all },
            ...costUses.map(value => ({ value, label: use[value] })),
          ]}
        />
      }
      panel={open ? <CostPanel key={id} {...open} ops={unbooked?.ops} now={now} /> : null}
    />
  )
}

function useColumns(now: number): Column<CostLine>[] {
  const t = useTexts(treasuryTexts)
  const c = useTexts(costTexts)
  const { use } = useTexts(treasuryQueueTexts)
  return useMemo(
    (): Column<CostLine>[] => [
      dayColumn({ id: 'at', head: t.columns.blockAt }, ({ cost }) => cost.blockAt, now),
      amountColumn({ id: 'amount', head: t.columns.amount }, ({ cost }) => cost.amount),
      longColumn({ id: 'payee', head: c.fields.payee }, ({ cost }) => cost.booked?.payee ?? '–'),
      longColumn(
        { id: 'reference', head: c.fields.reference, isMinor: true },
        ({ cost }) => cost.booked?.reference ?? '–',
      ),
      {
        id: 'use',
        head: t.columns.of,
        isMinor: true,
        csv: ({ cost }) => cost.use,
        cell: ({ cost }) => use[cost.use],
      },
      shortColumn({ id: 'to', head: t.columns.to, isMinor: true }, ({ cost }) => cost.to),
      {
        id: 'phase',
        head: t.columns.phase,
        csv: ({ phase }) => phase,
        cell: ({ phase }) => <Tag tone={phaseTones[phase]}>{c.phase[phase]}</Tag>,
      },
    ],
    [t, c, use, now],
  )
}
