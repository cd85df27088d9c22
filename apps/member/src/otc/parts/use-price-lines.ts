import type { OrderSide } from '@banyan/domain'
import { useTexts } from '../../shell/index.ts'
import type { PublishDraft, PublishFigures } from '../publish-figures.ts'
import { publishTexts } from '../publish-texts.ts'
import type { QuoteLine } from './quote-list.tsx'

/** Beside what a draft comes to: what one coin costs now, and the most that a buy order that floats can come to. */
export function usePriceLines() {
  const t = useTexts(publishTexts)
  return (draft: PublishDraft, figures: PublishFigures | null, side: OrderSide): QuoteLine[] => {
    const floats = draft.pricing === 'floating'
    const lines: QuoteLine[] = []
    if (floats || draft.concessionBps > 0)
      lines.push({
        label: t(floats ? 'publish.priceNow' : 'publish.afterConcession'),
        value: figures?.priceAfterConcession ?? null,
        unit: 'USDT',
      })
    if (floats && side === 'buy')
      lines.push({
        label: t('publish.paysMost'),
        value: figures?.paysMost ?? null,
        unit: 'USDT',
      })
    return lines
  }
}
