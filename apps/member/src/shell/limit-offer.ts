import type { Refused } from '@banyan/client'
import { toaster } from './house.ts'
import { nav } from './navigation/nav.ts'
import { pages } from './routes.ts'
import { limitTexts } from './texts/limit-texts.ts'
import { textOf } from './texts/texts.ts'

/**
 * Shows a refusal that a limit of the member causes: it stays until it is closed, and leads to the page
 * of all limits. Answers what takes it away again.
 */
export function offerLimits(refusal: Refused): () => void {
  const t = textOf(limitTexts)
  return toaster.offer({
    text: refusal.message,
    action: t('see'),
    later: t('close'),
    act: () => void nav.to(pages.assetsArea.limits),
  })
}
