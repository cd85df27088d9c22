import type { AnswerOf, staticEarningList } from '@banyan/domain'
import { Chip, figureText, Moment } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { profitTexts } from '../profit-texts.ts'
import { EarningRow } from './earning-list.tsx'

type Earning = AnswerOf<typeof staticEarningList>['items'][number]

/** One settlement: its pool, what of it was paid out, the own share, and whether a cap or a term ended it. */
export function StaticRow({ one }: { one: Earning }) {
  const t = useTexts(profitTexts)
  return (
    <EarningRow earningId={one.id} title={<Moment time={one.at} />} amount={one.amount}>
      <span>
        {t('pool', {
          pool: figureText(one.pool),
          divisor: one.divisor,
          released: figureText(one.released),
        })}
      </span>
      <span>
        {t('share', {
          own: figureText(one.ownWeight, 0),
          all: figureText(one.weight, 0),
          share: figureText(one.sharePercent, 0, 4),
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
