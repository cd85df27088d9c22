import { isClosedTo, redirectToLogin } from '../access.ts'
import { queryClient, session } from '../app.ts'
import { wholePage } from '../load/first-page.ts'
import { nav } from '../navigation/nav.ts'
import { loadOf } from '../page/page-frame.tsx'
import { routeOf } from '../routes.ts'
import { nameOf, readTap } from './tap.ts'

/**
 * Settles when the app can be rendered. A frame that index.html shows (`data-frame` names its page)
 * stays until the app can render the same page completely, with its answers: otherwise there would
 * be an empty page in between, and what has come would push down what is shown.
 */
export async function firstPageReady(place: HTMLElement): Promise<void> {
  redirectToLogin()
  const { path } = nav.engine.top
  if (place.dataset.frame !== path) return
  if (isClosedTo(session.state().current, routeOf(path))) return
  await wholePage(path, loadOf(path), queryClient)
}

/**
 * The frame handles no taps; index.html has stored the last one. It is repeated on the app's element
 * there, unless that is another control by now: an answer may have moved it, or the page is another.
 */
export function doTapOnFrame(place: HTMLElement): void {
  const { frame, tap: stored } = place.dataset
  const tap = readTap(stored)
  delete place.dataset.tap
  delete place.dataset.frame
  if (!tap || frame !== nav.engine.top.path) return
  const there = document.elementFromPoint(tap.x, tap.y)?.closest<HTMLElement>('a, button, label')
  if (there && nameOf(there) === tap.name) there.click()
}
