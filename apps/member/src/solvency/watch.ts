import { nav, pages, queryClient, session, textOf, toaster } from '../shell/index.ts'
import { isKnownCounted } from './known-roots.ts'
import { checkQuery, newestRoots, type Outcome } from './proof-queries.ts'
import { proofTexts } from './proof-texts.ts'

/**
 * Checks automatically, for the logged-in member, after each new root: the more members check, the
 * surer a platform that leaves members out is detected. A pass is not shown; a failure links to the
 * page. What could not be fetched is retried at the next start.
 */
export function watchProof(): void {
  let checked: string | null = null
  const runCheck = () => {
    const accountId = whoIsHere()
    if (accountId === checked) return
    // When the member has left in the meantime, the rest need not be fetched.
    if (checked !== null) void queryClient.cancelQueries({ queryKey: checkQuery(checked).queryKey })
    checked = accountId
    if (accountId !== null) void checkFor(accountId).catch(() => {})
  }
  session.subscribe(runCheck)
  runCheck()
}

/** A logged-out member is still the current account, and a call without a token leads to the welcome page. */
function whoIsHere(): string | null {
  const { current } = session.state()
  return current?.token ? current.accountId : null
}

async function checkFor(accountId: string): Promise<void> {
  const [newest] = await newestRoots()
  if (!newest || isKnownCounted(accountId, newest.root) || whoIsHere() !== accountId) return
  const outcome = await queryClient.fetchQuery(checkQuery(accountId))
  const isHere = whoIsHere() === accountId
  const isOnPage = nav.engine.top.url.startsWith(pages.more.solvency.path)
  if (isHere && isRed(outcome) && !isOnPage) warn()
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
