import type { Case } from './queries.ts'

type Shown = Pick<Case, 'statements'> & {
  trade: Pick<Case['trade'], 'payment' | 'earlierPayments'>
}

/** Ids of all pictures and files of a case, each once: what must be opened before an opinion is shown. */
export function evidenceOf({ statements, trade }: Shown): string[] {
  const ids = [
    ...statements.flatMap(({ pictures, files }) => [...pictures, ...files.map(({ id }) => id)]),
    ...(trade.payment?.vouchers ?? []),
    ...trade.earlierPayments.flatMap(({ vouchers }) => vouchers),
  ]
  return [...new Set(ids)]
}

/** How many of them have not been opened. */
export const unopened = (ids: readonly string[], opened: ReadonlySet<string>): number =>
  ids.filter(id => !opened.has(id)).length
