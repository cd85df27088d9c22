/**
 * The result of a step of a check. `ok`: passed. `failed`: not passed. `unknown`: could not be
 * checked on this device. `unseen`: an earlier step failed, so it was not reached.
 */
export type StepState = 'ok' | 'failed' | 'unknown' | 'unseen'

/** Steps before the failed one have passed; steps after it were not reached. */
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
