import type { AnswerOf, guidePrice } from '@banyan/domain'
import { Card, List, Money, RelativeTime, Row } from '@banyan/ui'
import { href, pages, useTexts } from '../../shell/index.ts'
import { pathOf, pointsOf } from '../sparkline.ts'
import { texts } from '../texts.ts'
import styles from './guide-card.module.css'

type Guide = AnswerOf<typeof guidePrice>

const width = 320
const height = 64

/** The published guide price and how it came here; the same card with hidden figures until it is known. */
export function GuideCard({ guide }: { guide?: Guide }) {
  const t = useTexts(texts)
  return (
    <Card
      title={t('guide')}
      aside={
        guide?.publishedAt && (
          <span className="cap">
            <RelativeTime time={guide.publishedAt} />
          </span>
        )
      }
    >
      <Money value={guide?.price ?? '0'} unit="USDT" size="num" least={6} hidden={!guide} />
      {guide ? <PriceLine guide={guide} /> : <div className={styles.chart} />}
      <p className="cap">{t('guideNote')}</p>
      <List>
        <Row label={t('splitRecord')} href={href(pages.homeArea.splitRecord)} />
      </List>
    </Card>
  )
}

/** The price in today's units, so that a split is a mark and not a fall. */
function PriceLine({ guide: { history, splits } }: { guide: Guide }) {
  const t = useTexts(texts)
  const first = history[0]
  const last = history.at(-1)
  if (!first || !last) return <p className="sub">{t('empty')}</p>
  const points = pointsOf(
    history.map(one => one.adjusted),
    width,
    height - 12,
  )
  const line = pathOf(points)
  const end = points.at(-1) ?? { x: width, y: 0 }
  const marks = points.filter((_, i) => splits.some(split => split.at === history[i]?.at))
  const said = { from: first.adjusted, to: last.adjusted, n: history.length, s: splits.length }
  return (
    <svg
      className={styles.chart}
      viewBox={`0 -6 ${width} ${height}`}
      role="img"
      aria-label={t('chart', said)}
    >
      <path
        className={styles.area}
        d={`${line}L${width} ${height}L${points[0]?.x ?? 0} ${height}Z`}
      />
      {marks.map(({ x }) => (
        <path key={x} className={styles.split} d={`M${x} -4V${height}`} />
      ))}
      <path className={styles.line} d={line} />
      <circle className={styles.dot} cx={Math.min(end.x, width - 4)} cy={end.y} r="4" />
    </svg>
  )
}
