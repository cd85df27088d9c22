import { Caller } from '../matrix/caller.ts'
import type { Product } from '../product.ts'

/** Two arbitrators of the demonstration, signed in to the operators' realm. */
export async function openArbitrators(product: Product): Promise<[Caller, Caller]> {
  const [first, second] = product.demoOperators.filter(one => one.role === 'arbitrator')
  if (!first || !second) throw new Error('two arbitrators make a ruling')
  return [
    await Caller.openOperator(product.appUrl, first),
    await Caller.openOperator(product.appUrl, second),
  ]
}
