import type { DynamicLine } from '@banyan/domain'
import { Chip, figureText, Moment, placedText } from '@banyan/ui'
import { useOwnText } from '../../shell/hidden-figures.tsx'
import { useTexts } from '../../shell/index.ts'
import { dynamicTexts } from '../dynamic-texts.ts'
import { factorText } from '../factor-text.ts'
import styles from './dynamic-row.module.css'
import { EarningRow } from './earning-list.tsx'

/** One line of network pay: source, volume, rate, payment factor, and the cap that held it. */
export function DynamicRow({ line }: { line: DynamicLine }) {
  const t = useTexts(dynamicTexts)
  const { kind, source, regions, cap } = line
  const shown = useOwnText()
  const volume = shown(placedText(line.volume, 'earning'))
  const rate = figureText(line.rate, 0)
  const factor = factorText(line.factor)
  return (
    <EarningRow
      earningId={line.earningId}
      title={kind === 'direct' ? t('directOf', { source: source ?? '—' }) : t('pairOf')}
      amount={line.amount}
    >
      <span>{t(kind === 'direct' ? 'directLine' : 'pairLine', { volume, rate, factor })}</span>
      {cap && (
        <span className={styles.cap}>
          <Chip tone="warn">{t(`cap.${cap}`)}</Chip>
          {t('raw', { raw: shown(placedText(line.raw, 'earning')) })}
        </span>
      )}
      {regions && (
        <span>
          {t('regions', {
            left: shown(placedText(regions.left, 'earning')),
            right: shown(placedText(regions.right, 'earning')),
            consumed: shown(placedText(regions.consumed, 'earning')),
          })}
        </span>
      )}
      <Moment time={line.at} />
    </EarningRow>
  )
}
