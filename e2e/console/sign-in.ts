import { Caller } from '../matrix/caller.ts'
import type { DemoOperator, Product } from '../product.ts'

/** The operator of the demonstration with this role, at this place. */
export function operatorOf(
  { demoOperators }: Pick<Product, 'demoOperators'>,
  role: string,
  place = 0,
): DemoOperator {
  const operator = demoOperators.filter(one => one.role === role)[place]
  if (!operator) throw new Error(`the demonstration has no ${role} at place ${place}`)
  return operator
}

/** The calls of that operator. */
export const signIn = (product: Product, role: string, place = 0): Promise<Caller> =>
  Caller.openOperator(product.consoleUrl, operatorOf(product, role, place))
