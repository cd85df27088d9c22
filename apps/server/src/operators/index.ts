import type { Database, Tx } from '../platform/database/connect.ts'
import type { Auth } from '../platform/http/auth.ts'
import type { Operator } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import { arbitrators, type KnownArbitrator, type KnownSupport, supportNamed } from './accounts.ts'
import { type Act, type Doer, recordAct } from './acts.ts'
import { type RootContext, signRoot } from './audit/roots.ts'
import { auditRoutes } from './audit/routes.ts'
import { rootSignersOf } from './audit/signing.ts'
import { allActsOnMember, forgetTexts } from './audit/store.ts'
import { consoleRoutes } from './console-routes.ts'
import type { OperatorContext } from './context.ts'
import { carryOutFactorReset, factorResets, writeFactorReset } from './factor-resets.ts'
import { factorRoutes } from './factor-routes.ts'
import { findGrants, type GrantRow } from './grant-store.ts'
import { type AskedGrant, carryOutGrant, writeGrant } from './grants.ts'
import { listRoute } from './list.ts'
import { carryOutOperatorEnd, operatorEnds, writeOperatorEnd } from './operator-ends.ts'
import { type PayoutKey, payoutKeyOf, payoutKeys, registerPayoutKey } from './payout-keys.ts'
import { openRefusedActs, type RefusedAct } from './refused-acts.ts'
import { operatorRoutes } from './routes.ts'
import { authenticateOperator, checkProof } from './sessions.ts'

export {
  addDemoOperators,
  addOperator,
  type DemoOperator,
  disableOperator,
  NotAdded,
  SECRET_MS,
} from './accounts.ts'
export { checkOperators } from './audit/check.ts'
export { openRootSigner } from './audit/signing.ts'
export { newestRootKey } from './audit/store.ts'
export type { OperatorContext } from './context.ts'
export { addFirstAdministrators, type SetUpLink, setUpLink } from './first-operators.ts'
export type { PayoutKey } from './payout-keys.ts'
export { countOperatorHashes } from './store.ts'

/** Operators: their accounts, their sessions, and the log of their acts. */
export interface Operators {
  module: Module
  /**
   * The operator of a token of their realm. Throws `sessionExpired`, and what `checkProof` throws
   * for this proof.
   */
  authenticate: Auth['authenticateOperator']
  /** Refuses an operator whose session lacks what a call asks for. */
  checkProof: Auth['checkProof']
  /** All arbitrators who can work on cases: set up, not ended, and of this kind of platform. */
  arbitrators(reader: Database | Tx): Promise<KnownArbitrator[]>
  /** The number of arbitrators who have signed in lately. */
  presentArbitrators(reader: Database | Tx): Promise<number>
  /** The support operator of this name who is set up and not ended; null if there is none. */
  supportNamed(reader: Database | Tx, name: string): Promise<KnownSupport | null>
  /** Stores a proposed account or role. Refuses what an approval would refuse. */
  writeGrant(tx: Tx, asked: AskedGrant): Promise<string>
  /**
   * Carries out a grant that another administrator approved. Returns the secret of an operator
   * without a password.
   */
  carryOutGrant(tx: Tx, grantId: string, approver: Operator): Promise<string | null>
  /** Stores a proposed reset of an operator's second factors. Refuses what an approval would. */
  writeFactorReset: typeof writeFactorReset
  /** That an operator's account ends, as one administrator proposes it. */
  writeOperatorEnd: typeof writeOperatorEnd
  /** Ends the account that two administrators agreed on. */
  carryOutOperatorEnd: typeof carryOutOperatorEnd
  operatorEnds: typeof operatorEnds
  /** Removes the second factors that another administrator has approved to remove. */
  carryOutFactorReset: typeof carryOutFactorReset
  /** The resets proposed under these ids. */
  factorResets: typeof factorResets
  /** The grants proposed under these ids. */
  grants(reader: Database | Tx, ids: readonly string[]): Promise<GrantRow[]>
  /** The public key that an operator approves payouts with, or null. */
  payoutKeyOf(reader: Database | Tx, operatorId: string): Promise<string | null>
  /** The keys of all operators who approve payouts now. */
  payoutKeys(reader: Database | Tx): Promise<PayoutKey[]>
  /**
   * Registers the caller's key. Throws `operatorSignInStale`, `payoutKeyWrong`, `payoutKeyTaken`.
   */
  registerPayoutKey(tx: Tx, operator: Operator, publicKey: string): Promise<PayoutKey>
  /** Writes an act into the audit log, in the transaction of the act. */
  recordAct(tx: Tx, doer: Doer, act: Act): Promise<void>
  /**
   * Destroys the reasons of acts that concern this member, where all whom they concern have closed
   * their accounts.
   */
  forget(tx: Tx, memberId: string): Promise<void>
  /** Every act on a member's account, as the member reads it, newest first. */
  actsOnMember: typeof allActsOnMember
  /** Writes a refused call into the audit log, in its own transaction. */
  recordRefused(act: RefusedAct): Promise<void>
}

/** How often the job looks whether the last root is an hour old. */
const ROOT_CHECK_MS = 30_000

export function openOperators(platform: Platform, context: OperatorContext): Operators {
  const { database, config, secrets } = platform
  const rootContext: RootContext = {
    database,
    signers: rootSignersOf(secrets.auditKey),
    mail: context.mail,
    recipients: config.auditRootMails,
    origin: config.publicOrigins[0] ?? '',
  }
  return {
    module: {
      routes: [
        ...operatorRoutes(database, context),
        ...consoleRoutes(database, context),
        ...factorRoutes(database, context),
        ...auditRoutes(database),
        listRoute(database, context),
      ],
      jobs: [
        {
          name: 'audit root',
          runsIn: 'worker',
          everyMs: ROOT_CHECK_MS,
          run: async () => void (await signRoot(rootContext)),
        },
      ],
    },
    authenticate: async (token, { proof = 'factor', isUse = true } = {}) => {
      const operator = await authenticateOperator(database, token, isUse)
      checkProof(operator, proof, context.factorsOptional)
      return operator
    },
    checkProof: (operator, proof) => checkProof(operator, proof, context.factorsOptional),
    arbitrators: reader => arbitrators(reader, context),
    presentArbitrators: async reader =>
      (await arbitrators(reader, context)).filter(one => one.present).length,
    supportNamed,
    writeGrant,
    carryOutGrant,
    writeFactorReset,
    writeOperatorEnd,
    carryOutOperatorEnd,
    operatorEnds,
    carryOutFactorReset,
    factorResets,
    grants: findGrants,
    payoutKeyOf,
    payoutKeys,
    registerPayoutKey,
    recordAct,
    forget: forgetTexts,
    actsOnMember: allActsOnMember,
    recordRefused: openRefusedActs(database),
  }
}
