/**
 * What came of a step of a check. `ok`: it holds. `failed`: it does not. `unknown`: it could not be looked
 * at on this device. `unseen`: something before it failed, so it says nothing.
 */
export type StepState = 'ok' | 'failed' | 'unknown' | 'unseen'

/** What came before the step that failed holds; what comes after it was not reached. */
export function statesUpTo<Name extends string>(
  steps: readonly Name[],
  failed: Name,
): Record<Name, StepState> {
  const place = steps.indexOf(failed)
  const states = steps.map((name, at): [Name, StepState] => [
    name,
    at < place ? 'ok' : at === place ? 'failed' : 'unseen',
  ])
  return Object.fromEntries(states) as Record<Name, StepState>
}
