import { custodyUses } from '@banyan/domain'
import { figureText } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  allRows,
  amountColumn,
  Choices,
  type Column,
  dayColumn,
  hasText,
  ListSplit,
  shortColumn,
  sumOf,
  Tag,
  useAddress,
  useRows,
  useTexts,
} from '../shell/index.ts'
import { aboutReceipt } from './about.ts'
import { Parts } from './parts.tsx'
import { phaseTones } from './phases.ts'
import {
  openProposalsQuery,
  type Proposal,
  type Receipt,
  type ReceiptFilter,
  receiptsQuery,
  receiptTotalsQuery,
} from './queries.ts'
import { treasuryQueueTexts } from './queue-texts.ts'
import { ReceiptPanel } from './receipt-panel.tsx'
import { phaseOf, type ReceiptPhase, receiptPhases } from './receipt-state.ts'
import { treasuryTexts } from './texts.ts'

interface Row {
  receipt: Receipt
  proposal: Proposal | undefined
  phase: ReceiptPhase
}

/** Receipts from the chain: what came in, and what two treasurers have said of it. */
export function ReceiptsPart({ now }: { now: number }) {
  const { id, query } = useAddress()
  const t = useTexts(treasuryTexts)
  const { use } = useTexts(treasuryQueueTexts)
  const filter = filterOf(query)
  const list = useInfiniteQuery(receiptsQuery(filter))
  const whole = useQuery(receiptTotalsQuery(filter)).data
  const read = useRows(list.data)
  const proposals = useQuery(openProposalsQuery('receipt')).data?.items
  const all = useMemo(() => withProposals(read, proposals), [read, proposals])
  const rows = useMemo(() => matching(all, query.find), [all, query.find])
  const columns = useColumns(now)
  const open = all.find(({ receipt }) => receipt.id === id)
  return (
    <ListSplit
      name="receipts"
      label={t.parts.receipts}
      rows={rows}
      all={all.length}
      list={list}
      total={whole?.count}
      totals={
        whole && rows.length === all.length ? { amount: figureText(whole.amount, 2, 2) } : undefined
      }
      loadAll={async () => matching(withProposals(await allRows(list), proposals), query.find)}
      columns={columns}
      idOf={({ receipt }) => receipt.id}
      isQuiet={({ phase }) => phase === 'booked' || phase === 'vanished'}
      above={<Parts />}
      filters={
        <>
          <Choices
            label={t.filter}
            name="booked"
            values={[
              { value: '', label: t.all },
              { value: 'no', label: t.unbooked },
              { value: 'yes', label: t.phase.booked },
            ]}
          />
          <Choices
            label={t.columns.use}
            name="use"
            values={custodyUses.map(value => ({ value, label: use[value] }))}
          />
        </>
      }
      panel={open ? <ReceiptPanel key={id} {...open} now={now} /> : null}
    />
  )
}

function filterOf({ booked, use }: Readonly<Record<string, string>>): ReceiptFilter {
  const known = custodyUses.find(one => one === use)
  return {
    ...(booked === 'yes' || booked === 'no' ? { booked } : {}),
    ...(known ? { use: known } : {}),
  }
}

const withProposals = (receipts: readonly Receipt[], proposals: readonly Proposal[] = []): Row[] =>
  receipts.map(receipt => {
    const proposal = aboutReceipt(proposals, receipt.id)
    return { receipt, proposal, phase: phaseOf(receipt, proposal) }
  })

const matching = (rows: readonly Row[], find: string | undefined): Row[] =>
  rows.filter(({ receipt: { hash, from, address, amount, booked } }) =>
    hasText(find, [hash, from, address, amount, booked?.payer ?? '']),
  )

const amountOf = ({ receipt }: Row): string => receipt.amount

function useColumns(now: number): Column<Row>[] {
  const t = useTexts(treasuryTexts)
  const { use } = useTexts(treasuryQueueTexts)
  return useMemo(
    (): Column<Row>[] => [
      dayColumn({ id: 'at', head: t.columns.blockAt }, ({ receipt }) => receipt.blockAt, now),
      {
        ...amountColumn({ id: 'amount', head: t.columns.amount }, amountOf),
        // What has vanished from the chain is no money.
        sum: rows =>
          sumOf(
            rows.filter(({ phase }) => phase !== 'vanished'),
            amountOf,
          ),
      },
      {
        id: 'use',
        head: t.columns.use,
        sortBy: ({ receipt }) => receipt.use,
        csv: ({ receipt }) => receipt.use,
        cell: ({ receipt }) => use[receipt.use],
      },
      shortColumn(
        { id: 'from', head: t.columns.from, isMinor: true },
        ({ receipt }) => receipt.from,
      ),
      {
        id: 'phase',
        head: t.columns.phase,
        sortBy: ({ phase }) => receiptPhases.indexOf(phase),
        csv: ({ phase }) => phase,
        cell: ({ phase }) => <Tag tone={phaseTones[phase]}>{t.phase[phase]}</Tag>,
      },
      {
        id: 'kind',
        head: t.columns.kind,
        csv: ({ receipt }) => receipt.booked?.kind ?? '',
        cell: ({ receipt: { booked }, proposal }) => {
          const says = proposal?.subject.kind === 'receipt' ? proposal.subject.says : null
          const kind = booked?.kind ?? says
          return kind ? t.kind[kind] : '–'
        },
      },
      {
        id: 'first',
        head: t.columns.first,
        isMinor: true,
        cell: ({ proposal }) => proposal?.proposedBy ?? '',
      },
      shortColumn(
        { id: 'hash', head: t.columns.hash, isMinor: true },
        ({ receipt }) => receipt.hash,
      ),
    ],
    [t, use, now],
  )
}
