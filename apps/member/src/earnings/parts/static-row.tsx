import type { AnswerOf, staticEarningList } from '@banyan/domain'
import { Chip, Moment, placedText } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { profitTexts } from '../profit-texts.ts'
import { EarningRow } from './earning-list.tsx'

type Earning = AnswerOf<typeof staticEarningList>['items'][number]

/** One settlement: its pool, the paid part of it, and the own share. The passport has the arithmetic. */
export function StaticRow({ earning }: { earning: Earning }) {
  const t = useTexts(profitTexts)
  return (
    <EarningRow earningId={earning.id} title={<Moment time={earning.at} />} amount={earning.amount}>
      <span>
        {t('share', {
          pool: placedText(earning.pool, 'earning'),
          divisor: earning.divisor,
          share: placedText(earning.sharePercent, 'change'),
        })}
      </span>
      {earning.eliminated > 0 && (
        <span>
          <Chip>{t('eliminated')}</Chip>
        </span>
      )}
    </EarningRow>
  )
}
