import {
  proposalRules,
  proposeExplanation,
  type TransferCause,
  transferCauses,
} from '@banyan/domain'
import { figureText, OneOf } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  ActForm,
  Age,
  AmountHead,
  amountColumn,
  type Column,
  dayColumn,
  hasText,
  hrefOf,
  ListSplit,
  Panel,
  shortColumn,
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
  const rows = all.filter(({ hash, from, to, amount }) =>
    hasText(query.find, [hash, from, to, amount]),
  )
  const columns = useColumns(now)
  const open = all.find(one => one.id === id)
  return (
    <ListSplit
      name="stray-transfers"
      label={t.parts.strays}
      rows={rows}
      all={all.length}
      columns={columns}
      idOf={row => row.id}
      above={
        <>
          <Parts />
          {all.length > 0 && (
            <p className={styles.warning} role="alert">
              {t.stray.pauses}
            </p>
          )}
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
      amountColumn({ id: 'amount', head: t.columns.amount }, row => row.amount),
      {
        id: 'of',
        head: t.columns.of,
        csv: row => row.of,
        cell: row => t.stray.of[row.of],
      },
      shortColumn({ id: 'to', head: t.columns.to }, row => row.to),
      {
        id: 'state',
        head: t.columns.phase,
        csv: row => row.state,
        cell: row => (
          <Tag tone={row.state === 'final' ? 'bad' : 'warn'}>{t.stray.state[row.state]}</Tag>
        ),
      },
      dayColumn({ id: 'at', head: t.columns.blockAt, isMinor: true }, row => row.blockAt, now),
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
      <AmountHead amount={stray.amount}>
        <Tag tone="bad">{t.stray.state[stray.state]}</Tag>
      </AmountHead>
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
