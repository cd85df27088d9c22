import type { DynamicLine } from '@banyan/domain'
import { Chip, figureText, Moment } from '@banyan/ui'
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
  const volume = shown(figureText(line.volume))
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
          {t('raw', { raw: shown(figureText(line.raw)) })}
        </span>
      )}
      {regions && (
        <span>
          {t('regions', {
            left: shown(figureText(regions.left)),
            right: shown(figureText(regions.right)),
            consumed: shown(figureText(regions.consumed)),
          })}
        </span>
      )}
      <Moment time={line.at} />
    </EarningRow>
  )
}
