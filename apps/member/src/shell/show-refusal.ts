import type { Refused } from '@banyan/client'
import { toast, toaster } from './house.ts'
import { isAboutLimit } from './limit-refusals.ts'
import { nav } from './navigation/nav.ts'
import { pages } from './routes.ts'
import { shellTexts } from './texts/shell-texts.ts'
import { textOf } from './texts/texts.ts'

let takeBack = () => {}

/** Takes the last refusal of a limit away: something else is asked for. */
export function dropRefusal(): void {
  takeBack()
  takeBack = () => {}
}

/** Shows a refusal. One that a limit causes stays until it is closed, and leads to the page of all limits. */
export function showRefusal(refusal: Refused): void {
  if (!isAboutLimit(refusal)) {
    toast(refusal.message)
    return
  }
  const t = textOf(shellTexts)
  takeBack = toaster.offer({
    text: refusal.message,
    action: t('limits.all'),
    later: t('limits.close'),
    act: () => void nav.to(pages.assetsArea.limits),
  })
}
