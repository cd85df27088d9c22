import { isRefused } from '@banyan/client'
import { AddressText, CopyText, Folded, figureText, shortAddress } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import {
  AmountHead,
  Answer,
  dayText,
  Fact,
  Facts,
  OpenHead,
  Panel,
  Quoted,
  type Seat,
  Seats,
  shellTexts,
  Tag,
  useMe,
  useTexts,
} from '../shell/index.ts'
import { Acts } from './acts.tsx'
import { isCooling } from './next-step.ts'
import styles from './panel.module.css'
import { type OpenWithdrawal, withdrawalQuery } from './queries.ts'
import { withdrawalTexts } from './texts.ts'

/** One withdrawal: what is paid where, what was checked, who it is for, who decides. */
export function OpenWithdrawalPanel({ id, now }: { id: string; now: number }) {
  const t = useTexts(withdrawalTexts)
  const query = useQuery(withdrawalQuery(id))
  if (query.data === undefined && isRefused(query.error))
    return (
      <OpenHead>
        <p>{t.panel.gone}</p>
      </OpenHead>
    )
  return <Answer query={query}>{of => <Opened of={of} now={now} />}</Answer>
}

function Opened({ of, now }: { of: OpenWithdrawal; now: number }) {
  const t = useTexts(withdrawalTexts)
  return (
    <>
      <AmountHead amount={of.amount}>
        <Tag>{t.state[of.state]}</Tag>
      </AmountHead>
      <Panel isNow>
        <AddressText address={of.address} />
        <Facts>
          <Fact name={t.panel.arrives}>{figureText(of.expected)} USDT</Fact>
          <Fact name={t.panel.fee}>{figureText(of.fee)}</Fact>
          <Fact name={t.columns.order}>
            <CopyText text={of.orderNumber} />
          </Fact>
          <Fact name={t.columns.requested}>{dayText(of.requestedAt, now)}</Fact>
          {of.remarks && (
            <Fact name={t.panel.remarks}>
              <Quoted>{of.remarks}</Quoted>
            </Fact>
          )}
        </Facts>
      </Panel>
      <Checks of={of} now={now} />
      <Member of={of} now={now} />
      <Panel title={t.panel.people}>
        <Seats seats={useSeats(of, now)} />
      </Panel>
      <Acts of={of} now={now} />
      <Payout of={of} now={now} />
    </>
  )
}

function Checks({ of, now }: { of: OpenWithdrawal; now: number }) {
  const t = useTexts(withdrawalTexts)
  // What failed stands first.
  const checks = of.checks.toSorted((a, b) => Number(a.ok) - Number(b.ok))
  const { ruleCheck } = of
  return (
    <Panel title={t.panel.checks}>
      <ul className={styles.checks}>
        {checks.map(({ check, ok }) => (
          <li key={check} data-ok={ok}>
            <span aria-hidden>{ok ? '✓' : '✗'}</span> {t.check[check]}
          </li>
        ))}
      </ul>
      {isCooling(of, now) && (
        <p className="cap">{t.panel.approvableFrom(dayText(of.approvableFrom, now))}</p>
      )}
      <Facts>
        <Fact name={t.panel.ruleCheck}>
          {ruleCheck === null
            ? t.panel.ruleNone
            : ruleCheck.reasons.length === 0
              ? t.panel.rulePassed
              : ruleCheck.reasons.map(reason => t.reasons[reason]).join(' · ')}
        </Fact>
      </Facts>
      {ruleCheck && (
        <Folded title={`${t.panel.facts} · ${t.panel.ruleVersion(ruleCheck.version)}`}>
          <Facts>
            {Object.entries(ruleCheck.facts).map(([name, value]) => (
              <Fact key={name} name={name}>
                {String(value ?? '–')}
              </Fact>
            ))}
          </Facts>
        </Folded>
      )}
    </Panel>
  )
}

function Member({ of, now }: { of: OpenWithdrawal; now: number }) {
  const t = useTexts(withdrawalTexts)
  const { member } = of
  return (
    <Panel title={t.panel.member} aside={<CopyText text={of.accountId} />}>
      <Facts>
        <Fact name={t.panel.joined}>{dayText(member.joinedAt, now)}</Fact>
        <Fact name={t.panel.recharged}>{figureText(member.recharged, 2, 2)}</Fact>
        <Fact name={t.panel.withdrawn}>{figureText(member.withdrawn, 2, 2)}</Fact>
        <Fact name={t.panel.today}>
          {t.panel.todayValue(member.requestsToday, figureText(member.requestedToday, 2, 2))}
        </Fact>
        <Fact name={t.panel.paidToAddress}>{t.panel.times(member.paidToAddress)}</Fact>
        <Fact name={t.panel.openCases}>{member.openCases}</Fact>
        <Fact name={t.panel.frozenUntil}>
          {member.frozenUntil && dayText(member.frozenUntil, now)}
        </Fact>
      </Facts>
    </Panel>
  )
}

/** The two seats: who has acted, who can, and why the reader cannot. */
function useSeats(of: OpenWithdrawal, now: number): Seat[] {
  const { role } = useMe()
  const t = useTexts(withdrawalTexts)
  const { roles } = useTexts(shellTexts)
  const current = of.decisions.filter(({ overtaken }) => !overtaken)
  const automatic = current.find(({ decision }) => decision === 'automatic')
  const refused = current.find(({ decision }) => decision === 'refuse')
  if (automatic)
    return [{ state: 'done', title: t.seat.automatic, detail: dayText(automatic.at, now) }]
  const seat = (
    of_: 'reviewer' | 'treasurer',
    move: 'review' | 'release',
    isTurn: boolean,
  ): Seat => {
    const name = roles[of_]
    const given = current.find(({ decision }) => decision === move)
    if (given)
      return {
        state: 'done',
        title: t.seat.done(given.operator ?? name, name),
        detail: `${dayText(given.at, now)}${given.note ? ` · ${given.note}` : ''}`,
      }
    if (of.moves.includes(move) && !isCooling(of, now))
      return { state: 'yours', title: t.seat.yours(name) }
    if (role !== of_) return { state: 'waits', title: t.seat.waits(name) }
    if (!isTurn) return { state: 'waits', title: name, detail: t.seat.notYet }
    return {
      state: 'closed',
      title: name,
      detail: isCooling(of, now)
        ? t.panel.approvableFrom(dayText(of.approvableFrom, now))
        : t.seat.mayNot,
    }
  }
  return [
    seat('reviewer', 'review', of.state === 'requested'),
    seat('treasurer', 'release', of.state === 'reviewed'),
    ...(refused
      ? [
          {
            state: 'done' as const,
            title: t.seat.refused(refused.operator ?? ''),
            detail: `${dayText(refused.at, now)}${refused.note ? ` · ${refused.note}` : ''}`,
          },
        ]
      : []),
  ]
}

function Payout({ of, now }: { of: OpenWithdrawal; now: number }) {
  const t = useTexts(withdrawalTexts)
  const { payout, steps } = of
  return (
    <Panel title={t.panel.steps}>
      <Facts>
        {steps.map(({ state, at }) => (
          <Fact key={`${state}${at}`} name={t.state[state]}>
            {dayText(at, now)}
          </Fact>
        ))}
        {payout?.transactions.map(hash => (
          <Fact key={hash} name={t.panel.transaction}>
            <CopyText text={hash}>{shortAddress(hash)}</CopyText>
          </Fact>
        ))}
        <Fact name={t.panel.nonce}>{payout?.nonce ?? null}</Fact>
        <Fact name={t.panel.signerRefused}>
          {payout?.refused && `${payout.refused}${payout.detail ? ` · ${payout.detail}` : ''}`}
        </Fact>
        <Fact name={t.panel.retryAt}>{payout?.retryAt && dayText(payout.retryAt, now)}</Fact>
        <Fact name={t.panel.returnsFrom}>
          {payout?.returnsFrom && dayText(payout.returnsFrom, now)}
        </Fact>
      </Facts>
    </Panel>
  )
}
