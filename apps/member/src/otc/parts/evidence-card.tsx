import type { TradeView } from '@banyan/domain'
import { Card, ImagePreview, List, Moment, Row, Skeleton } from '@banyan/ui'
import { useState } from 'react'
import { useAuthorisedPictures, useTexts } from '../../shell/index.ts'
import { tradeTexts } from '../trade-texts.ts'
import { Copyable } from './copyable.tsx'
import styles from './evidence.module.css'

/** What the buyer showed for the payment: pictures, hash, and when. */
export function EvidenceCard({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const { payment, network } = trade
  if (!payment) return null
  // Kept without its prefix; the chain's own explorers and wallets write it.
  const hash = network === 'BSC' ? `0x${payment.hash}` : payment.hash
  return (
    <Card title={t('evidence.title')}>
      <Pictures ids={payment.vouchers} />
      <div className={styles.hash}>
        <p className="sub">{t('evidence.hash')}</p>
        <Copyable text={hash}>
          <span className="sub num">{hash}</span>
        </Copyable>
      </div>
      <List>
        <Row label={t('evidence.paidAt')} value={<Moment time={payment.paidAt} />} />
      </List>
    </Card>
  )
}

function Pictures({ ids }: { ids: readonly string[] }) {
  const t = useTexts(tradeTexts)
  const [at, setAt] = useState<number | null>(null)
  const pictures = useAuthorisedPictures(ids)
  const name = (index: number) => t('evidence.voucherN', { n: index + 1 })
  return (
    <div className={styles.pictures}>
      {pictures.map(({ query, url }, index) => {
        const retry = () => void query.refetch()
        return (
          <button
            key={ids[index]}
            type="button"
            className={styles.picture}
            aria-label={query.isError ? t('evidence.retry') : name(index)}
            onClick={query.isError ? retry : () => setAt(index)}
          >
            {url ? (
              <img src={url} alt={name(index)} />
            ) : query.isError ? (
              <span>
                {t('evidence.failed')}
                <br />
                {t('evidence.retry')}
              </span>
            ) : (
              <Skeleton height="100%" />
            )}
          </button>
        )
      })}
      <ImagePreview
        images={pictures.map(({ url }, index) => ({ src: url ?? '', name: name(index) }))}
        at={at}
        onClose={() => setAt(null)}
      />
    </div>
  )
}
