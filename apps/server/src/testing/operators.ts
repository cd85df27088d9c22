import { type OperatorRole, operatorSetUp, operatorSignIn } from '@banyan/domain'
import { addOperator } from '../operators/index.ts'
import type { HttpSystem } from './http-system.ts'

/** Two operators of each role, signed in. Returns a caller by a name like `treasurer-1`. */
export async function joinedOperators(
  system: HttpSystem,
  roles: readonly OperatorRole[],
): Promise<(name: string) => { token: string }> {
  const tokens = new Map<string, string>()
  for (const role of roles)
    for (const place of [1, 2]) {
      const [name, password] = [`${role}-${place}`, 'a long enough password']
      const secret = await addOperator(system.db.database, { name, role, memberId: null })
      await system.must(operatorSetUp, { body: { name, secret, password } })
      tokens.set(name, (await system.must(operatorSignIn, { body: { name, password } })).token)
    }
  return name => ({ token: tokens.get(name) ?? '' })
}

/** Two treasurers and two administrators, signed in. */
export const signInOperators = (system: HttpSystem): Promise<(name: string) => { token: string }> =>
  joinedOperators(system, ['treasurer', 'administrator'])
