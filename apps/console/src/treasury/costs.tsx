import { costUses } from '@banyan/domain'
import { figureText, microOf, shortAddress } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Choices,
  type Column,
  DataTable,
  dayText,
  openHere,
  Split,
  TableBar,
  Tag,
  useAddress,
  useTexts,
} from '../shell/index.ts'
import { aboutPayment } from './about.ts'
import type { CostLine } from './cost-line.ts'
import { CostPanel } from './cost-panel.tsx'
import { costTexts } from './cost-texts.ts'
import styles from './page.module.css'
import { Parts } from './parts.tsx'
import { costsQuery, openProposalsQuery, unbookedCostsQuery } from './queries.ts'
import { treasuryQueueTexts } from './queue-texts.ts'
import { treasuryTexts } from './texts.ts'

const tones = { classify: 'mine', decide: 'warn', confirming: 'plain', booked: 'ok' } as const

/** Payments out of the platform's addresses, and the costs that were booked for them. */
export function CostsPart({ now }: { now: number }) {
  const { id, query } = useAddress()
  const t = useTexts(treasuryTexts)
  const c = useTexts(costTexts)
  const { use } = useTexts(treasuryQueueTexts)
  const unbooked = useQuery(unbookedCostsQuery).data
  const booked = useInfiniteQuery(costsQuery)
  const proposals = useQuery(openProposalsQuery('cost')).data?.items
  const all = useMemo((): CostLine[] => {
    const open = (unbooked?.items ?? []).map((cost): CostLine => {
      const proposal = aboutPayment(proposals ?? [], cost.id)
      const phase = proposal ? 'decide' : cost.state === 'final' ? 'classify' : 'confirming'
      return { cost: { ...cost, booked: null }, proposal, phase }
    })
    const done = (booked.data?.pages.flatMap(({ items }) => items) ?? []).map(
      ({ payee, reference, evidence, document, bookedAt, ...cost }): CostLine => ({
        cost: { ...cost, booked: { payee, reference, evidence, document, bookedAt } },
        proposal: undefined,
        phase: 'booked',
      }),
    )
    return [...open, ...done]
  }, [unbooked, booked.data, proposals])
  const wanted = (query.find ?? '').trim().toLowerCase()
  const rows = all.filter(
    ({ cost }) =>
      (!query.use || cost.use === query.use) &&
      [
        cost.hash,
        cost.to,
        cost.amount,
        cost.booked?.payee ?? '',
        cost.booked?.reference ?? '',
      ].some(text => text.toLowerCase().includes(wanted)),
  )
  const columns = useColumns(now)
  const open = all.find(({ cost }) => cost.id === id)
  return (
    <Split
      list={
        <>
          <Parts />
          {unbooked && (
            <p className={styles.note}>
              {c.held} <strong>{figureText(unbooked.ops)}</strong> USDT. {c.note}
            </p>
          )}
          <TableBar
            name="costs"
            rows={rows}
            all={all.length}
            isMore={booked.hasNextPage}
            columns={columns}
          >
            <Choices
              label={t.columns.use}
              name="use"
              values={[
                { value: '', label: t.all },
                ...costUses.map(value => ({ value, label: use[value] })),
              ]}
            />
          </TableBar>
          <DataTable
            label={t.parts.costs}
            rows={rows}
            columns={columns}
            idOf={({ cost }) => cost.id}
            current={id}
            onOpen={openHere}
            isQuiet={({ phase }) => phase === 'booked'}
            onEnd={booked.hasNextPage ? () => void booked.fetchNextPage() : undefined}
          />
        </>
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
      {
        id: 'at',
        head: t.columns.blockAt,
        sortBy: ({ cost }) => -Date.parse(cost.blockAt),
        csv: ({ cost }) => cost.blockAt,
        cell: ({ cost }) => dayText(cost.blockAt, now),
      },
      {
        id: 'amount',
        head: t.columns.amount,
        isFigure: true,
        sortBy: ({ cost }) => microOf(cost.amount),
        csv: ({ cost }) => ({ figure: cost.amount }),
        cell: ({ cost }) => figureText(cost.amount, 2, 2),
      },
      {
        id: 'payee',
        head: c.fields.payee,
        csv: ({ cost }) => cost.booked?.payee ?? '',
        cell: ({ cost }) => cost.booked?.payee ?? '–',
      },
      {
        id: 'reference',
        head: c.fields.reference,
        isMinor: true,
        csv: ({ cost }) => cost.booked?.reference ?? '',
        cell: ({ cost }) => cost.booked?.reference ?? '–',
      },
      {
        id: 'use',
        head: t.columns.of,
        csv: ({ cost }) => cost.use,
        cell: ({ cost }) => use[cost.use],
      },
      {
        id: 'to',
        head: t.columns.to,
        isMinor: true,
        csv: ({ cost }) => cost.to,
        cell: ({ cost }) => <span title={cost.to}>{shortAddress(cost.to)}</span>,
      },
      {
        id: 'phase',
        head: t.columns.phase,
        csv: ({ phase }) => phase,
        cell: ({ phase }) => <Tag tone={tones[phase]}>{c.phase[phase]}</Tag>,
      },
    ],
    [t, c, use, now],
  )
}
