import { Caller } from '../matrix/caller.ts'
import type { Product } from '../product.ts'

/** The arbitrators of the demonstration, signed in to the operators' realm. */
export const openArbitrators = (product: Product): Promise<Caller[]> =>
  Promise.all(
    product.demoOperators
      .filter(one => one.role === 'arbitrator')
      .map(one => Caller.openOperator(product.appUrl, one)),
  )

/** The one to whom the lot of a free seat has come sits down in it. */
export async function sitDown(desk: readonly Caller[]): Promise<Caller> {
  for (const one of desk) {
    const { items } = await one.get('/api/operator/cases')
    const drawn = items.find((open: { drawn: boolean }) => open.drawn)
    if (!drawn) continue
    await one.post(`/api/operator/cases/${drawn.id}/take`)
    return one
  }
  throw new Error('no seat of an open case has been drawn')
}
