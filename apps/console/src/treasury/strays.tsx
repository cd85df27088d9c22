import {
  proposalRules,
  proposeExplanation,
  type TransferCause,
  transferCauses,
} from '@banyan/domain'
import { CoinMark, figureText, microOf, OneOf, shortAddress } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  ActForm,
  Age,
  type Column,
  DataTable,
  dayText,
  hrefOf,
  OpenHead,
  openHere,
  Panel,
  Split,
  TableBar,
  Tag,
  toast,
  useAddress,
  useCommand,
  useMe,
  useTexts,
} from '../shell/index.ts'
import { aboutTransfer } from './about.ts'
import { ChainFacts } from './chain-facts.tsx'
import styles from './page.module.css'
import { Parts } from './parts.tsx'
import { openProposalsQuery, type Proposal, type Stray, straysQuery } from './queries.ts'
import { treasuryTexts } from './texts.ts'
import { TwoSeats } from './two-seats.tsx'

/** Transfers out of custody that nothing explains: they pause payouts until two people have said what they were. */
export function StraysPart({ now }: { now: number }) {
  const { id, query } = useAddress()
  const t = useTexts(treasuryTexts)
  const list = useQuery(straysQuery)
  const proposals = useQuery(openProposalsQuery('explanation')).data?.items ?? []
  const all = list.data?.items ?? []
  const find = (query.find ?? '').trim().toLowerCase()
  const rows = all.filter(({ hash, from, to, amount }) =>
    [hash, from, to, amount].some(text => text.toLowerCase().includes(find)),
  )
  const columns = useColumns(now)
  const open = all.find(one => one.id === id)
  return (
    <Split
      list={
        <>
          <Parts />
          {all.length > 0 && (
            <p className={styles.warning} role="alert">
              {t.stray.pauses}
            </p>
          )}
          <TableBar
            name="stray-transfers"
            rows={rows}
            all={all.length}
            isMore={false}
            columns={columns}
          />
          <DataTable
            label={t.parts.strays}
            rows={rows}
            columns={columns}
            idOf={row => row.id}
            current={id}
            onOpen={openHere}
          />
        </>
      }
      panel={
        open ? (
          <StrayPanel
            key={id}
            stray={open}
            proposal={aboutTransfer(proposals, open.id)}
            now={now}
          />
        ) : null
      }
    />
  )
}

function useColumns(now: number): Column<Stray>[] {
  const t = useTexts(treasuryTexts)
  return useMemo(
    (): Column<Stray>[] => [
      {
        id: 'age',
        head: t.columns.age,
        sortBy: row => -Date.parse(row.blockAt),
        cell: row => <Age since={row.blockAt} targetMinutes={60} />,
      },
      {
        id: 'amount',
        head: t.columns.amount,
        isFigure: true,
        sortBy: row => microOf(row.amount),
        csv: row => ({ figure: row.amount }),
        cell: row => figureText(row.amount, 2, 2),
      },
      {
        id: 'of',
        head: t.columns.of,
        csv: row => row.of,
        cell: row => t.stray.of[row.of],
      },
      {
        id: 'to',
        head: t.columns.to,
        csv: row => row.to,
        cell: row => <span title={row.to}>{shortAddress(row.to)}</span>,
      },
      {
        id: 'state',
        head: t.columns.phase,
        csv: row => row.state,
        cell: row => (
          <Tag tone={row.state === 'final' ? 'bad' : 'warn'}>{t.stray.state[row.state]}</Tag>
        ),
      },
      {
        id: 'at',
        head: t.columns.blockAt,
        isMinor: true,
        csv: row => row.blockAt,
        cell: row => dayText(row.blockAt, now),
      },
    ],
    [t, now],
  )
}

function StrayPanel({
  stray,
  proposal,
  now,
}: {
  stray: Stray
  proposal: Proposal | undefined
  now: number
}) {
  const { role } = useMe()
  const t = useTexts(treasuryTexts)
  const mayPropose = proposalRules.explanation.propose.includes(role)
  return (
    <>
      <OpenHead>
        <h2 className={styles.amount}>
          <CoinMark coin="USDT" size={28} />
          {figureText(stray.amount)}
          <Tag tone="bad">{t.stray.state[stray.state]}</Tag>
        </h2>
      </OpenHead>
      <ChainFacts of={stray} now={now} />
      {stray.withdrawalId && (
        <Panel>
          <p>
            {t.stray.names}{' '}
            <a href={hrefOf('withdrawals', stray.withdrawalId)}>{stray.withdrawalId}</a>
          </p>
        </Panel>
      )}
      <TwoSeats proposal={proposal} mayPropose={mayPropose} now={now} />
      {!proposal && mayPropose && <Explain stray={stray} />}
    </>
  )
}

function Explain({ stray }: { stray: Stray }) {
  const t = useTexts(treasuryTexts)
  const [cause, setCause] = useState<TransferCause | ''>('')
  const propose = useCommand(proposeExplanation, { form: `treasury.explain:${stray.id}` })
  return (
    <Panel title={t.act.explain} isNow>
      <ActForm
        label={t.fields.evidence}
        maxLength={2_000}
        button={t.act.explainButton(figureText(stray.amount))}
        pending={propose.pending}
        because={
          stray.state !== 'final' ? t.act.waitFinal : cause === '' ? t.act.chooseCause : undefined
        }
        onAct={async evidence => {
          if (cause === '') return false
          const done = await propose.run({ body: { transferId: stray.id, cause, evidence } })
          if (done) toast(t.act.proposed, 'ok')
          return done !== null
        }}
      >
        <OneOf
          label={t.columns.kind}
          value={cause}
          row={styles.choices}
          choice={styles.choice}
          onValueChange={setCause}
          choices={transferCauses.map(value => ({
            value,
            label: (
              <>
                <strong>{t.cause[value]}</strong>
                <span className={styles.effect}>{t.causeEffect[value]}</span>
              </>
            ),
          }))}
        />
      </ActForm>
    </Panel>
  )
}
