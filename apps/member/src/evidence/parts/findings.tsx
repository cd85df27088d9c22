import { getEvidence, type HashFinding, type TradeEvidence } from '@banyan/domain'
import {
  AddressText,
  Card,
  CoinMark,
  CopyText,
  classes,
  Icon,
  Moment,
  Money,
  Note,
  shortAddress,
} from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { askQuery, useLive, useTexts } from '../../shell/index.ts'
import type { FindingsProps } from '../../shell/load/part-props.ts'
import { texts } from '../texts.ts'
import styles from './findings.module.css'

const evidenceQuery = (tradeId: string) => ({
  ...askQuery(['evidence', tradeId], getEvidence, { params: { id: tradeId } }),
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

/**
 * The chain's findings about a trade's payment, the verdict in words first, and whether its
 * evidence was shown in another trade.
 */
export default function Findings({ tradeId, due, payFrom }: FindingsProps) {
  const t = useTexts(texts)
  const evidence = useQuery(evidenceQuery(tradeId)).data
  useLive('evidence', { invalidate: ['evidence', tradeId] })
  if (!evidence || evidence.hashes.length === 0) return null
  const isVerified = evidence.hashes.some(one => one.now?.finding === 'verified')
  return (
    <>
      {evidence.hashes.map(one => (
        <Finding key={one.hash} hash={one.hash} now={one.now} due={due} payFrom={payFrom} />
      ))}
      {evidence.reused.map(kind => (
        <Note key={kind} tone="warn">
          {t(kind === 'hash' && isVerified ? 'reused.hashVerified' : `reused.${kind}`)}
        </Note>
      ))}
    </>
  )
}

type FindingProps = Pick<TradeEvidence['hashes'][number], 'hash' | 'now'> &
  Pick<FindingsProps, 'due' | 'payFrom'>

function Finding({ hash, now, due, payFrom }: FindingProps) {
  const t = useTexts(texts)
  const tone = now ? tones[now.finding] : 'neutral'
  const isVerified = now?.finding === 'verified'
  const received = now?.received ?? null
  return (
    <Card aria-label={t('title')} className={classes(styles.find, styles[tone])}>
      <p className={styles.verdict}>
        <Icon name={isVerified ? 'shield' : tone === 'neutral' ? 'info' : 'warning'} size={18} />
        <span>
          {now === null
            ? t('waiting')
            : now.finding === 'pending'
              ? t('finding.pending', { n: now.confirmations ?? 0, needed: now.needed ?? 0 })
              : t(`finding.${now.finding}`)}
        </span>
        {now?.blockAt && <Moment time={now.blockAt} />}
      </p>
      {isVerified ? (
        <p className={styles.sum}>
          <CoinMark coin="USDT" size={28} />
          <Money value={received ?? due} unit="USDT" size="hero" least={0} marked />
        </p>
      ) : (
        received !== null && (
          <dl className={styles.compared}>
            <div>
              <dt className="sub">{t('received')}</dt>
              <dd>
                <Money value={received} unit="USDT" size="num" marked />
              </dd>
            </div>
            <div>
              <dt className="sub">{t('due')}</dt>
              <dd>
                <Money value={due} unit="USDT" size="num" marked />
              </dd>
            </div>
          </dl>
        )
      )}
      {now && <p className="sub">{t(`about.${now.finding}`)}</p>}
      {now?.payer && (
        <div className={styles.payer}>
          <p className="sub">
            {t('payer')} ·{' '}
            {payFrom === null ? (
              t('noneNamed')
            ) : (
              <span className={isVerified ? styles.good : styles.bad}>
                {t(now.payer.toLowerCase() === payFrom.toLowerCase() ? 'asNamed' : 'notNamed')}
              </span>
            )}
          </p>
          <CopyText text={now.payer}>
            <AddressText address={now.payer} />
          </CopyText>
        </div>
      )}
      <p className={`sub ${styles.foot}`}>
        {isVerified && now.needed !== null && (
          <span>
            {t('confirmed', {
              // More than are needed say no more.
              n: Math.min(now.confirmations ?? now.needed, now.needed),
              needed: now.needed,
            })}
          </span>
        )}
        <CopyText text={hash}>
          <span className="num">{shortAddress(hash)}</span>
        </CopyText>
      </p>
    </Card>
  )
}
