import {
  addPasskey,
  addTotp,
  askPasskey,
  beginPasskey,
  beginTotp,
  operatorFactorList,
  provePasskey,
  proveTotp,
  removeFactor,
  uuidOf,
} from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { operatorRoute, type Route } from '../platform/http/route.ts'
import type { OperatorContext } from './context.ts'
import { ownFactors, removeOwnFactor } from './factors.ts'
import { addRegistered, beginAdding, beginProving, proveSigned } from './passkeys.ts'
import { addAuthenticator, beginAuthenticator, proveAuthenticator } from './totp.ts'

/** Calls by which operators add, prove and remove their second factors. */
export const factorRoutes = (database: Database, context: OperatorContext): Route[] => [
  operatorRoute(operatorFactorList, ({ caller }) => ownFactors(database, caller)),
  operatorRoute(beginPasskey, ({ caller }) => beginAdding(database, context, caller)),
  operatorRoute(addPasskey, ({ caller: operator, body: { label, made: registration } }) =>
    addRegistered(database, context, { operator, label, registration }),
  ),
  operatorRoute(askPasskey, ({ caller }) => beginProving(database, context, caller)),
  operatorRoute(provePasskey, ({ caller: operator, body: { signed } }) =>
    proveSigned(database, context, { operator, signed }),
  ),
  operatorRoute(beginTotp, ({ caller }) => beginAuthenticator(database, context, caller)),
  operatorRoute(addTotp, ({ caller: operator, body: { code } }) =>
    addAuthenticator(database, context, { operator, code }),
  ),
  operatorRoute(proveTotp, ({ caller: operator, body: { code } }) =>
    proveAuthenticator(database, context, { operator, code }),
  ),
  operatorRoute(removeFactor, async ({ caller, params }) => {
    const isOptional = context.factorsOptional
    await removeOwnFactor(database, caller, { id: uuidOf(params.id), isOptional })
    return {}
  }),
]
