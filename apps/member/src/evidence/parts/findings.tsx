import { getEvidence, type HashFinding, type TradeEvidence } from '@banyan/domain'
import { Card, Chip, CopyText, Moment, Money, Note, shortAddress } from '@banyan/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, useLive, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './findings.module.css'

const evidenceQuery = (tradeId: string) =>
  queryOptions({
    queryKey: ['evidence', tradeId],
    queryFn: ({ signal }) => api.ask(getEvidence, { params: { id: tradeId } }, { signal }),
    staleTime: 0,
  })

const tones: Readonly<Record<HashFinding, 'ok' | 'warn' | 'danger' | 'neutral'>> = {
  verified: 'ok',
  pending: 'warn',
  not_found: 'warn',
  wrong_recipient: 'danger',
  wrong_token: 'danger',
  wrong_amount: 'danger',
  near: 'warn',
  other_trade: 'danger',
  wrong_payer: 'danger',
  contested: 'warn',
  before_take: 'danger',
  outside_window: 'danger',
  used_before: 'danger',
  unavailable: 'neutral',
  not_checked: 'neutral',
}

/** What the chain says of a trade's payment, and whether its evidence was shown elsewhere. */
export default function Findings({ tradeId }: { tradeId: string }) {
  const t = useTexts(texts)
  const evidence = useQuery(evidenceQuery(tradeId)).data
  useLive('evidence', { invalidate: ['evidence', tradeId] })
  if (!evidence || evidence.hashes.length === 0) return null
  const isVerified = evidence.hashes.some(one => one.now?.finding === 'verified')
  return (
    <Card title={t('title')}>
      <ul className={styles.list}>
        {evidence.hashes.map(one => (
          <Finding key={one.hash} hash={one.hash} now={one.now} />
        ))}
      </ul>
      {evidence.reused.map(kind => (
        <Note key={kind} tone="warn">
          {t(kind === 'hash' && isVerified ? 'reused.hashVerified' : `reused.${kind}`)}
        </Note>
      ))}
    </Card>
  )
}

function Finding({ hash, now }: Pick<TradeEvidence['hashes'][number], 'hash' | 'now'>) {
  const t = useTexts(texts)
  return (
    <li className={styles.finding}>
      <span className={styles.head}>
        <Chip tone={now ? tones[now.finding] : 'neutral'}>
          {now === null
            ? t('waiting')
            : now.finding === 'pending'
              ? t('finding.pending', { n: now.confirmations ?? 0, needed: now.needed ?? 0 })
              : t(`finding.${now.finding}`)}
        </Chip>
        <CopyText text={hash}>
          <span className="cap num">{shortAddress(hash)}</span>
        </CopyText>
      </span>
      {now && <p className="sub">{t(`about.${now.finding}`)}</p>}
      {now?.received != null && (
        <p className="cap">
          {t('received')} <Money value={now.received} unit="USDT" marked />
        </p>
      )}
      {now?.payer && (
        <p className="cap">
          {t('payer')}{' '}
          <CopyText text={now.payer}>
            <span className="num">{shortAddress(now.payer)}</span>
          </CopyText>
        </p>
      )}
      {now?.blockAt && (
        <p className="cap">
          {t('block')} <Moment time={now.blockAt} />
        </p>
      )}
    </li>
  )
}
