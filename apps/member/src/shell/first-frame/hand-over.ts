import { isClosedTo, redirectToLogin } from '../access.ts'
import { session } from '../app.ts'
import { nav } from '../navigation/nav.ts'
import { loadOf } from '../page/page-frame.tsx'
import { routeOf } from '../routes.ts'

/**
 * Settles when the app can be drawn. A frame that index.html shows (`data-frame` names its page) stays
 * until the app can draw the same page whole: in between there would be nothing to read.
 */
export async function firstPageReady(place: HTMLElement): Promise<void> {
  redirectToLogin()
  const { path } = nav.engine.top
  if (place.dataset.frame !== path) return
  if (isClosedTo(session.state().current, routeOf(path))) return
  await loadOf(path).settled()
}

/**
 * The frame hears no taps; index.html has noted the place of the last one. It is done on what the app
 * has drawn there.
 */
export function doTapOnFrame(place: HTMLElement): void {
  const [x, y] = (place.dataset.tap ?? '').split(' ').map(Number)
  delete place.dataset.tap
  delete place.dataset.frame
  if (x === undefined || y === undefined) return
  const tapped = document.elementFromPoint(x, y)
  tapped?.closest<HTMLElement>('a, button')?.click()
}
