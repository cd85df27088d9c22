import { isRefused } from '@banyan/client'
import { AddressText, CopyText, figureText, shortAddress } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import {
  AmountHead,
  Answer,
  dayText,
  Fact,
  Facts,
  Meter,
  OpenHead,
  Panel,
  Tag,
  useTexts,
} from '../shell/index.ts'
import styles from './panel.module.css'
import { depositQuery, type OpenDeposit } from './queries.ts'
import { depositTexts } from './texts.ts'
import { stateTones } from './tones.ts'

/** One transfer to a recharge address: its blocks, its credit, its address and what was collected. */
export function DepositPanel({ id, now }: { id: string; now: number }) {
  const t = useTexts(depositTexts)
  const query = useQuery(depositQuery(id))
  if (query.data === undefined && isRefused(query.error))
    return (
      <OpenHead>
        <p>{t.panel.gone}</p>
      </OpenHead>
    )
  return <Answer query={query}>{of => <Opened of={of} now={now} />}</Answer>
}

function Opened({ of, now }: { of: OpenDeposit; now: number }) {
  const t = useTexts(depositTexts)
  return (
    <>
      <AmountHead amount={of.amount}>
        <Tag tone={stateTones[of.state]}>{t.state[of.state]}</Tag>
      </AmountHead>
      <Panel isNow>
        <p>{t.stateNote[of.state]}</p>
        {of.marks.map(mark => (
          <p key={mark} className={styles.mark}>
            <strong>{t.mark[mark]}</strong> {t.markNote[mark]}
          </p>
        ))}
        {of.state === 'confirming' && of.isLarge && <p className="cap">{t.panel.large}</p>}
        <Meter label={t.panel.confirmations} value={of.confirmations} most={of.needed} />
        <Facts>
          <Fact name={t.panel.confirmations}>
            {of.confirmations} / {of.needed}
          </Fact>
        </Facts>
      </Panel>
      <Panel title={t.panel.chain}>
        <Facts>
          <Fact name={t.panel.hash}>
            <CopyText text={of.hash}>{shortAddress(of.hash)}</CopyText>
          </Fact>
          <Fact name={t.panel.from}>
            {of.sender === null ? (
              t.panel.unknownSender
            ) : (
              <CopyText text={of.sender}>{shortAddress(of.sender)}</CopyText>
            )}
          </Fact>
          <Fact name={t.panel.block}>{of.block}</Fact>
          <Fact name={t.panel.blockHash}>
            <CopyText text={of.blockHash}>{shortAddress(of.blockHash)}</CopyText>
          </Fact>
          <Fact name={t.panel.position}>{of.position}</Fact>
          <Fact name={t.panel.units}>{of.tokenUnits}</Fact>
          <Fact name={t.panel.tip}>{of.tip}</Fact>
          <Fact name={t.panel.finalized}>{of.finalized}</Fact>
          <Fact name={t.columns.seen}>{dayText(of.seenAt, now)}</Fact>
          <Fact name={t.panel.takenBack}>{of.takenBackAt && dayText(of.takenBackAt, now)}</Fact>
        </Facts>
      </Panel>
      {of.state !== 'ignored' && (
        <Panel title={t.panel.credit}>
          <Facts>
            <Fact name={t.panel.creditedAt}>
              {of.creditedAt === null ? '–' : dayText(of.creditedAt, now)}
            </Fact>
            <Fact name={t.panel.reference}>
              {of.reference && (
                <CopyText text={of.reference}>{`${of.reference.slice(0, 16)}…`}</CopyText>
              )}
            </Fact>
            <Fact name={t.panel.minimum}>{figureText(of.minimum)}</Fact>
            <Fact name={t.panel.waiting}>{figureText(of.waiting)}</Fact>
          </Facts>
        </Panel>
      )}
      <Panel title={t.panel.member} aside={<CopyText text={of.accountId} />}>
        <Facts>
          <Fact name={t.columns.nickname}>{of.nickname}</Fact>
          <Fact name={t.panel.frozen}>{of.memberFrozenAt && dayText(of.memberFrozenAt, now)}</Fact>
          <Fact name={t.panel.closed}>{of.memberClosedAt && dayText(of.memberClosedAt, now)}</Fact>
        </Facts>
      </Panel>
      <Address of={of} now={now} />
    </>
  )
}

function Address({ of, now }: { of: OpenDeposit; now: number }) {
  const t = useTexts(depositTexts)
  return (
    <Panel title={t.panel.address}>
      {of.address !== '' && <AddressText address={of.address} />}
      <Facts>
        <Fact name={t.panel.index}>{of.derivationIndex}</Fact>
        <Fact name={t.panel.key}>
          {of.generation !== null && t.panel.keyValue(of.generation, of.currentGeneration)}
        </Fact>
        <Fact name={t.panel.held}>{of.held === null ? '–' : `${figureText(of.held)} USDT`}</Fact>
        {of.collections.map(({ id, purpose, state, amount, signedAt }) => (
          <Fact key={id} name={t.panel.purpose[purpose]}>
            {amount !== null && `${figureText(amount)} USDT · `}
            {t.panel.collected[state]} · {dayText(signedAt, now)}{' '}
            <CopyText text={id}>{shortAddress(id)}</CopyText>
          </Fact>
        ))}
      </Facts>
      {of.collections.length === 0 && <p className="cap">{t.panel.notCollected}</p>}
    </Panel>
  )
}
