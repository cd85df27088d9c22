import type { AnswerOf, staticEarningList } from '@banyan/domain'
import { Chip, Moment, placedText } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { profitTexts } from '../profit-texts.ts'
import { EarningRow } from './earning-list.tsx'

type Earning = AnswerOf<typeof staticEarningList>['items'][number]

/** One settlement: its pool, the paid part of it, and the own share. The passport has the arithmetic. */
export function StaticRow({ one }: { one: Earning }) {
  const t = useTexts(profitTexts)
  return (
    <EarningRow earningId={one.id} title={<Moment time={one.at} />} amount={one.amount}>
      <span>
        {t('share', {
          pool: placedText(one.pool, 'earning'),
          divisor: one.divisor,
          share: placedText(one.sharePercent, 'change'),
        })}
      </span>
      {one.eliminated > 0 && (
        <span>
          <Chip>{t('eliminated')}</Chip>
        </span>
      )}
    </EarningRow>
  )
}
