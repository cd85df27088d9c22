import { AddressText, CopyText, Folded, figureText, shortAddress } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Answer, dayText, Fact, Facts, Panel, Tag, type Tone, useTexts } from '../shell/index.ts'
import styles from './appeals.module.css'
import { type Evidence, evidenceQuery } from './queries.ts'
import { appealTexts } from './texts.ts'

type Hash = Evidence['hashes'][number]
type Finding = NonNullable<Hash['now']>['finding']

const toneOf = (finding: Finding): Tone => {
  if (finding === 'verified') return 'ok'
  return finding === 'pending' || finding === 'unavailable' || finding === 'not_checked'
    ? 'plain'
    : 'warn'
}

/** What the chain says of each hash, with the address that paid; what it does not say counts as nothing. */
export function ChainFindings(props: { id: string; payFrom: string | null; now: number }) {
  const t = useTexts(appealTexts)
  return (
    <Panel title={t.chain.title} isNow>
      <Answer query={useQuery(evidenceQuery(props.id))}>
        {({ hashes, sharedWith, madeWith }) => (
          <>
            {hashes.length === 0 && <p>{t.chain.none}</p>}
            {hashes.map(one => (
              <HashFinding key={one.hash} of={one} payFrom={props.payFrom} now={props.now} />
            ))}
            {sharedWith.length > 0 && (
              <p className={styles.warning}>
                {t.chain.shared}:{' '}
                {sharedWith
                  .map(({ matchingId, kind }) => `${matchingId} (${t.chain.reuse[kind]})`)
                  .join(', ')}
              </p>
            )}
            {madeWith.length > 0 && (
              <p className="cap">
                {t.chain.madeWith}: {madeWith.map(({ software }) => software).join(', ')}
              </p>
            )}
          </>
        )}
      </Answer>
    </Panel>
  )
}

function HashFinding({ of, payFrom, now }: { of: Hash; payFrom: string | null; now: number }) {
  const t = useTexts(appealTexts)
  const latest = of.now
  const earlier = of.history.slice(0, -1)
  return (
    <div className={styles.finding}>
      <div className={styles.line}>
        <strong>{latest ? t.finding[latest.finding] : t.chain.unchecked}</strong>
        {latest && <Tag tone={toneOf(latest.finding)}>{dayText(latest.at, now)}</Tag>}
      </div>
      <Facts>
        <Fact name={t.sides.hash}>
          <CopyText text={of.hash}>{shortAddress(of.hash)}</CopyText>
        </Fact>
        <Fact name={t.chain.received}>
          {latest?.received && `${figureText(latest.received)} USDT`}
        </Fact>
        <Fact name={t.chain.at}>{latest?.blockAt && dayText(latest.blockAt, now)}</Fact>
        <Fact name={t.chain.confirmations}>
          {latest?.confirmations !== null && latest?.needed
            ? `${latest.confirmations} / ${latest.needed}`
            : null}
        </Fact>
        {latest?.payer && (
          <Fact name={t.chain.payer}>
            <AddressText address={latest.payer} />
            {payFrom && (
              <Tag tone={isSame(latest.payer, payFrom) ? 'ok' : 'warn'}>
                {isSame(latest.payer, payFrom) ? t.chain.payerMatches : t.chain.payerDiffers}
              </Tag>
            )}
          </Fact>
        )}
      </Facts>
      {earlier.length > 0 && (
        <Folded title={t.chain.history(earlier.length)}>
          <ul className={styles.timeline}>
            {earlier.map(one => (
              <li key={one.at}>
                <time>{dayText(one.at, now)}</time>
                <span>{t.finding[one.finding]}</span>
              </li>
            ))}
          </ul>
        </Folded>
      )}
    </div>
  )
}

/** Addresses of BSC differ in case only by their checksum; those of TRON do not. */
const isSame = (a: string, b: string): boolean =>
  a.startsWith('0x') ? a.toLowerCase() === b.toLowerCase() : a === b
