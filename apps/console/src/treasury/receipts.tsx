import { custodyUses } from '@banyan/domain'
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
import { aboutReceipt } from './about.ts'
import { Parts } from './parts.tsx'
import { openProposalsQuery, type Proposal, type Receipt, receiptsQuery } from './queries.ts'
import { treasuryQueueTexts } from './queue-texts.ts'
import { ReceiptPanel } from './receipt-panel.tsx'
import { phaseOf, type ReceiptPhase, receiptPhases } from './receipt-state.ts'
import { treasuryTexts } from './texts.ts'

const phaseTones = {
  classify: 'mine',
  decide: 'warn',
  confirming: 'plain',
  booked: 'ok',
  vanished: 'bad',
} as const

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
  const booked = query.booked === 'yes' || query.booked === 'no' ? query.booked : undefined
  const list = useInfiniteQuery(receiptsQuery(booked))
  const proposals = useQuery(openProposalsQuery('receipt')).data?.items
  const all = useMemo(
    (): Row[] =>
      (list.data?.pages.flatMap(({ items }) => items) ?? []).map(receipt => {
        const proposal = aboutReceipt(proposals ?? [], receipt.id)
        return { receipt, proposal, phase: phaseOf(receipt, proposal) }
      }),
    [list.data, proposals],
  )
  const rows = useMemo(() => found(all, query.find ?? '', query.use), [all, query.find, query.use])
  const columns = useColumns(now)
  const open = all.find(({ receipt }) => receipt.id === id)
  return (
    <Split
      list={
        <>
          <Parts />
          <TableBar
            name="receipts"
            rows={rows}
            all={all.length}
            isMore={list.hasNextPage}
            columns={columns}
          >
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
          </TableBar>
          <DataTable
            label={t.parts.receipts}
            rows={rows}
            columns={columns}
            idOf={({ receipt }) => receipt.id}
            current={id}
            onOpen={openHere}
            isQuiet={({ phase }) => phase === 'booked' || phase === 'vanished'}
            onEnd={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          />
        </>
      }
      panel={open ? <ReceiptPanel key={id} {...open} now={now} /> : null}
    />
  )
}

function found(rows: readonly Row[], find: string, use: string | undefined): Row[] {
  const wanted = find.trim().toLowerCase()
  return rows.filter(
    ({ receipt: { hash, from, address, amount, booked, ...receipt } }) =>
      (!use || receipt.use === use) &&
      [hash, from, address, amount, booked?.payer ?? ''].some(text =>
        text.toLowerCase().includes(wanted),
      ),
  )
}

function useColumns(now: number): Column<Row>[] {
  const t = useTexts(treasuryTexts)
  const { use } = useTexts(treasuryQueueTexts)
  return useMemo(
    (): Column<Row>[] => [
      {
        id: 'at',
        head: t.columns.blockAt,
        sortBy: ({ receipt }) => receipt.blockAt,
        csv: ({ receipt }) => receipt.blockAt,
        cell: ({ receipt }) => dayText(receipt.blockAt, now),
      },
      {
        id: 'amount',
        head: t.columns.amount,
        isFigure: true,
        sortBy: ({ receipt }) => microOf(receipt.amount),
        csv: ({ receipt }) => ({ figure: receipt.amount }),
        cell: ({ receipt }) => figureText(receipt.amount, 2, 2),
      },
      {
        id: 'use',
        head: t.columns.use,
        sortBy: ({ receipt }) => receipt.use,
        csv: ({ receipt }) => receipt.use,
        cell: ({ receipt }) => use[receipt.use],
      },
      {
        id: 'from',
        head: t.columns.from,
        isMinor: true,
        csv: ({ receipt }) => receipt.from,
        cell: ({ receipt }) => <span title={receipt.from}>{shortAddress(receipt.from)}</span>,
      },
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
      {
        id: 'hash',
        head: t.columns.hash,
        isMinor: true,
        csv: ({ receipt }) => receipt.hash,
        cell: ({ receipt }) => <span title={receipt.hash}>{shortAddress(receipt.hash)}</span>,
      },
    ],
    [t, use, now],
  )
}
