import type { TradeView } from '@banyan/domain'
import { Card, ImagePreview, List, Moment, Row, Skeleton } from '@banyan/ui'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { pictureQuery } from '../queries.ts'
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
  const queries = useQueries({ queries: ids.map(pictureQuery) })
  const urls = useObjectUrls(queries.map(query => query.data))
  const name = (index: number) => t('evidence.voucherN', { n: index + 1 })
  return (
    <div className={styles.pictures}>
      {queries.map((query, index) => {
        const url = urls[index]
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
        images={urls.map((src, index) => ({ src: src ?? '', name: name(index) }))}
        at={at}
        onClose={() => setAt(null)}
      />
    </div>
  )
}

/** Addresses of pictures in memory; let go when the page is hidden, made anew when it is shown. */
function useObjectUrls(blobs: readonly (Blob | undefined)[]): readonly (string | undefined)[] {
  const kept = useRef(new Map<Blob, string>())
  const [urls, setUrls] = useState<readonly (string | undefined)[]>([])
  const addressOf = (blob: Blob): string => {
    const url = kept.current.get(blob) ?? URL.createObjectURL(blob)
    kept.current.set(blob, url)
    return url
  }
  const known = blobs.map(blob => blob?.size ?? '').join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: blobs are a new array at every drawing.
  useEffect(() => setUrls(blobs.map(blob => blob && addressOf(blob))), [known])
  useEffect(() => {
    const made = kept.current
    return () => {
      for (const url of made.values()) URL.revokeObjectURL(url)
      made.clear()
    }
  }, [])
  return urls
}
