import type { DynamicLine } from '@banyan/domain'
import { Chip, figureText, Moment, Money } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { dynamicTexts } from '../dynamic-texts.ts'
import { factorText } from '../factor-text.ts'
import styles from './dynamic-row.module.css'

/** One line of pay with the arithmetic behind it; it leads to the passport of its settlement. */
export function DynamicRow({ line }: { line: DynamicLine }) {
  const t = useTexts(dynamicTexts)
  const { kind, source, regions, cap } = line
  const volume = figureText(line.volume)
  const rate = figureText(line.rate, 0)
  const factor = factorText(line.factor)
  return (
    <li>
      <Link page={pages.more.passport} query={{ id: line.earningId }} className={styles.row}>
        <span className={styles.head}>
          <span>{kind === 'direct' ? t('directOf', { source: source ?? '—' }) : t('pairOf')}</span>
          <Money value={line.amount} unit="USDT" />
        </span>
        <span className={styles.lines}>
          <span>
            {t(kind === 'direct' ? 'directLine' : 'pairLine', { volume, rate })}
            {factor !== '1' && ` ${t('times', { factor })}`}
          </span>
          {cap && (
            <span className={styles.cap}>
              <Chip tone="warn">{t(`cap.${cap}`)}</Chip>
              {t('raw', { raw: figureText(line.raw) })}
            </span>
          )}
          {regions && (
            <span>
              {t('regions', {
                left: figureText(regions.left),
                right: figureText(regions.right),
                consumed: figureText(regions.consumed),
              })}
            </span>
          )}
          <Moment time={line.at} />
        </span>
      </Link>
    </li>
  )
}
