import type { AnswerOf, incomeStatistics } from '@banyan/domain'
import { Button, ErrorBlock, Sheet, Skeleton } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { QueryView, useTexts } from '../../shell/index.ts'
import { drawPoster } from '../poster.ts'
import { incomeQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './poster-sheet.module.css'

export interface PosterSheetProps {
  open: boolean
  onClose: () => void
  nickname: string
  code: string
  link: string
  /** A distributed member's poster shows it in a line of its own. */
  isDistributed: boolean
}

/** The poster as a picture: to be saved, shared, or held by a finger. */
export function PosterSheet(props: PosterSheetProps) {
  const t = useTexts(texts)
  return (
    <Sheet
      open={props.open}
      onOpenChange={next => !next && props.onClose()}
      title={t('poster.title')}
    >
      {props.open && <WithStatistics {...props} />}
    </Sheet>
  )
}

type Income = AnswerOf<typeof incomeStatistics>['newest']

/** The poster includes what members really came out with, once there are figures. */
function WithStatistics(props: PosterSheetProps) {
  const income = useQuery(incomeQuery)
  return (
    <QueryView query={income} compact>
      {({ newest }) => <Poster {...props} income={newest} />}
    </QueryView>
  )
}

const percent = (bps: number): string => `${bps / 100}%`

function Poster({
  nickname,
  code,
  link,
  isDistributed,
  income,
}: PosterSheetProps & { income: Income }) {
  const t = useTexts(texts)
  const [tries, setTries] = useState(0)
  const [poster, setPoster] = useState<{ file: File; url: string } | 'failed' | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry draws again.
  useEffect(() => {
    let url: string | null = null
    let here = true
    const words = {
      brand: t('poster.brand'),
      headline: t('poster.headline'),
      from: t('poster.from', { name: nickname }),
      own: isDistributed ? t('poster.distributed') : null,
      codeLabel: t('poster.code'),
      scan: t('poster.scan'),
      foot: [
        ...(income
          ? [
              t('poster.statistics', {
                zero: percent(income.lately.withoutPay),
                losing: percent(income.net.losing),
              }),
            ]
          : []),
        t('poster.risk'),
        t('poster.risk2'),
      ],
      code,
      link,
    }
    drawPoster(words).then(
      blob => {
        if (!here) return
        url = URL.createObjectURL(blob)
        setPoster({ file: new File([blob], `banyan-${code}.png`, { type: 'image/png' }), url })
      },
      () => here && setPoster('failed'),
    )
    return () => {
      here = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [nickname, code, link, isDistributed, income, t, tries])
  if (poster === 'failed')
    return (
      <ErrorBlock
        compact
        onRetry={() => {
          setPoster(null)
          setTries(tries + 1)
        }}
      >
        {t('poster.failed')}
      </ErrorBlock>
    )
  return (
    <div className={styles.poster}>
      {poster ? (
        <img src={poster.url} alt={t('poster.alt', { name: nickname, code })} />
      ) : (
        <Skeleton width="min(100%, 250px)" height="440px" radius="18px" />
      )}
      <div className={styles.actions}>
        {poster && (
          <a className={styles.save} href={poster.url} download={poster.file.name}>
            {t('poster.save')}
          </a>
        )}
        {poster && canShare(poster.file) && (
          <Button wide icon="send" onClick={() => void share(poster.file)}>
            {t('poster.share')}
          </Button>
        )}
      </div>
      {poster && <p className="cap">{t('poster.hold')}</p>}
    </div>
  )
}

const canShare = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false

/** A member who closes the share menu has changed their mind; that is no error. */
const share = (file: File): Promise<void> => navigator.share({ files: [file] }).catch(() => {})
