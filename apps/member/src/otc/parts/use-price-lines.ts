import type { OrderSide } from '@banyan/domain'
import { useTexts } from '../../shell/index.ts'
import type { PublishDraft, PublishFigures } from '../publish-figures.ts'
import { publishTexts } from '../publish-texts.ts'
import type { QuoteLine } from './quote-list.tsx'

/**
 * Lines beside a draft's totals: the current price of one coin, and the maximum price of a floating
 * buy order.
 */
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
