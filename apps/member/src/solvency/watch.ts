import { nav, pages, queryClient, session, textOf, toaster } from '../shell/index.ts'
import { isKnownCounted } from './known-roots.ts'
import { checkQuery, newestRoots, type Outcome } from './proof-queries.ts'
import { proofTexts } from './proof-texts.ts'

/**
 * Checks by itself, for whoever is logged in, after each new root: a house that leaves members out is
 * the surer found out the more of them look. Green is said nowhere; red leads to the page. What could
 * not be asked is asked at the next start.
 */
export function watchProof(): void {
  let looked: string | null = null
  const look = () => {
    const accountId = whoIsHere()
    if (accountId === looked) return
    // Halfway through for somebody who is gone, the rest would be asked for nobody.
    if (looked !== null) void queryClient.cancelQueries({ queryKey: checkQuery(looked).queryKey })
    looked = accountId
    if (accountId !== null) void lookFor(accountId).catch(() => {})
  }
  session.subscribe(look)
  look()
}

/** Who has logged out is still the current account, and a call without a token leads to the door. */
function whoIsHere(): string | null {
  const { current } = session.state()
  return current?.token ? current.accountId : null
}

async function lookFor(accountId: string): Promise<void> {
  const [newest] = await newestRoots()
  if (!newest || isKnownCounted(accountId, newest.root) || whoIsHere() !== accountId) return
  const outcome = await queryClient.fetchQuery(checkQuery(accountId))
  const isHere = whoIsHere() === accountId
  const looksAtIt = nav.engine.top.url.startsWith(pages.more.solvency.path)
  if (isHere && isRed(outcome) && !looksAtIt) warn()
}

const isRed = (outcome: Outcome): boolean =>
  outcome.kind === 'omitted' || (outcome.kind === 'checked' && !outcome.report.counted)

function warn(): void {
  const t = textOf(proofTexts)
  toaster.offer({
    text: t('watch.red'),
    action: t('watch.look'),
    later: t('watch.later'),
    act: () => nav.to(pages.more.solvency, { tab: 'proof' }),
  })
}
