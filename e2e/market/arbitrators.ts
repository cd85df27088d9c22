import { Caller } from '../matrix/caller.ts'
import type { Product } from '../product.ts'

/** The arbitrators of the demonstration, signed in to the operators' realm. */
export const openArbitrators = (product: Product): Promise<Caller[]> =>
  Promise.all(
    product.demoOperators
      .filter(one => one.role === 'arbitrator')
      .map(one => Caller.openOperator(product.consoleUrl, one)),
  )

/** The arbitrator whom the lot has given a case's free seat takes it. */
export async function sitDown(desk: readonly Caller[], caseId: string): Promise<Caller> {
  for (const arbitrator of desk) {
    const { items } = await arbitrator.get('/api/operator/cases')
    const { drawn } = items.find((open: { id: string }) => open.id === caseId) ?? {}
    if (!drawn) continue
    await arbitrator.post(`/api/operator/cases/${caseId}/take`)
    return arbitrator
  }
  throw new Error(`nobody's lot is the free seat of ${caseId}`)
}

/** Opens all evidence of a case, which the server asks for before an opinion is seen or given. */
export async function openAll(by: Caller, caseId: string): Promise<void> {
  const at = `/api/operator/cases/${caseId}`
  const { unopened }: { unopened: string[] } = await by.get(at)
  for (const evidence of unopened) await by.post(`${at}/evidence/open`, { evidence })
}
