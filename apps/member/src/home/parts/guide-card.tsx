import type { AnswerOf, guidePrice } from '@banyan/domain'
import { Card, CoinMark, Money, momentOf, Trend } from '@banyan/ui'
import type { ReactNode } from 'react'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { movedSince } from '../change.ts'
import { pathOf, pointsOf, ticksOf } from '../sparkline.ts'
import { texts } from '../texts.ts'
import styles from './guide-card.module.css'

type Guide = AnswerOf<typeof guidePrice>

const width = 300
const height = 96

/** The published guide price and its history, with the round below; hidden figures while loading. */
export function GuideCard({ guide, children }: { guide?: Guide; children?: ReactNode }) {
  return (
    <Card>
      <Link page={pages.homeArea.splitRecord} className={styles.face}>
        <Face guide={guide} />
        {guide ? <PriceLine guide={guide} /> : <NoLine />}
      </Link>
      {children}
    </Card>
  )
}

/** The same in one line, for a member without coins. */
export function GuideLine({ guide }: { guide: Guide }) {
  return (
    <Card>
      <Link page={pages.homeArea.splitRecord} className={styles.face}>
        <Face guide={guide}>
          <Line guide={guide} small />
        </Face>
      </Link>
    </Card>
  )
}

function Face(props: { guide: Guide | undefined; children?: ReactNode }) {
  const { guide, children } = props
  const t = useTexts(texts)
  const day = useDay()
  const moved = guide && movedSince(guide)
  return (
    <span className={styles.head}>
      <CoinMark coin="LEAF" size={28} />
      <span className={styles.title}>
        <strong>{t('guide')}</strong>
        <span className="sub">
          {moved ? t(moved.isSplit ? 'sinceSplit' : 'since', { day: day(moved.since) }) : blank}
        </span>
      </span>
      {children}
      <span className={styles.price}>
        <Money value={guide?.price ?? '0'} unit="USDT" size="num" place="price" hidden={!guide} />
        {moved ? (
          <Trend value={moved.percent} percent place="change" size="sub" />
        ) : (
          <span className="sub">{blank}</span>
        )}
      </span>
    </span>
  )
}

/** Keeps the height of a line while it loads. */
const blank = '\u00a0'

/** Placeholders of the line and its days while loading. */
const NoLine = () => (
  <span className={styles.plot}>
    <span className={styles.chart} />
    <span className={styles.days}>{blank}</span>
  </span>
)

/** A day without its year. */
function useDay(): (at: string) => string {
  const t = useTexts(texts)
  return at => {
    const date = new Date(momentOf(at))
    const month = t('months').split(' ')[date.getMonth()] ?? ''
    return t('day', { month, day: date.getDate() })
  }
}

/** The line with a scale of round values at its right and its days below. */
function PriceLine({ guide }: { guide: Guide }) {
  const t = useTexts(texts)
  const day = useDay()
  const { history, splits } = guide
  const first = history[0]
  if (!first) return <p className="sub">{t('empty')}</p>
  const place = (at: string) => {
    const nth = history.findIndex(one => one.at === at)
    return history.length > 1 ? nth / (history.length - 1) : 1
  }
  const split = splits.at(-1)
  const at = split ? place(split.at) : 0
  return (
    <span className={styles.plot}>
      <span className={styles.field}>
        <Line guide={guide} />
        {ticksOf(history.map(one => one.adjusted)).map(({ text, top }) => (
          <span key={text} className={styles.tick} style={{ top: `${top * 100}%` }}>
            {text}
          </span>
        ))}
      </span>
      <span className={styles.days}>
        <span>{day(first.at)}</span>
        {split && at > 0.25 && at < 0.8 && (
          <span className={styles.mark} style={{ left: `${at * 100}%` }}>
            {t('splitMark', { n: split.multiple })}
          </span>
        )}
        <span>{t('now')}</span>
      </span>
    </span>
  )
}

/** The price in today's units, so that a split is a mark and not a fall. */
function Line({ guide: { history, splits }, small }: { guide: Guide; small?: boolean }) {
  const t = useTexts(texts)
  const first = history[0]
  const last = history.at(-1)
  if (!first || !last) return null
  const points = pointsOf(
    history.map(one => one.adjusted),
    width,
    height,
  )
  const line = pathOf(points)
  const marks = points.filter((_, i) => splits.some(split => split.at === history[i]?.at))
  const slots = { from: first.adjusted, to: last.adjusted, n: history.length, s: splits.length }
  return (
    <svg
      className={small ? styles.small : styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('chart', slots)}
    >
      {!small && (
        <>
          <path className={styles.area} d={`${line}L${width} ${height}L0 ${height}Z`} />
          {marks.map(({ x }) => (
            <path key={x} className={styles.split} d={`M${x} 0V${height}`} />
          ))}
        </>
      )}
      <path className={styles.line} d={line} />
    </svg>
  )
}
