import type { passkeyRegistration, passkeySigned } from '@banyan/domain'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import type { OperatorContext } from './context.ts'
import {
  type ChallengeUse,
  insertPasskey,
  keepChallenge,
  lockPasskey,
  type PasskeyRow,
  passkeysOf,
  takeChallenge,
  usePasskey,
} from './factor-store.ts'
import { noteProven, refuseToAdd } from './factors.ts'
import { lockOperator } from './store.ts'

/** security.md 4.1: a challenge is used once, within a minute. */
const CHALLENGE_SECONDS = 60

type PasskeyContext = Pick<OperatorContext, 'origins'>
type Options = { options: Record<string, unknown> }

/** The name that passkeys are bound to: the host of the console's first origin. */
const hostOf = ({ origins }: PasskeyContext): string => new URL(origins[0] ?? '').hostname

const wrong = (): never => refuse('operatorPasskeyWrong', { seconds: CHALLENGE_SECONDS })

const credentialOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId.toString('base64url'),
  transports,
})

/** Begins to add a passkey. Returns what the browser's call takes. */
export async function beginAdding(
  database: Database,
  context: PasskeyContext,
  operator: Operator,
): Promise<Options> {
  await refuseToAdd(database, operator)
  const known = await passkeysOf(database, operator.operatorId)
  const options = await generateRegistrationOptions({
    rpName: 'Banyan',
    rpID: hostOf(context),
    userName: operator.name,
    userDisplayName: operator.name,
    userID: new Uint8Array(Buffer.from(operator.operatorId.replaceAll('-', ''), 'hex')),
    timeout: CHALLENGE_SECONDS * 1_000,
    excludeCredentials: known.map(credentialOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  return issued(database, operator, 'add', options)
}

/** Adds the passkey that a browser has made. Throws `operatorPasskeyWrong`, `operatorFactorThere`. */
export async function addRegistered(
  database: Database,
  context: PasskeyContext,
  asked: { operator: Operator; label: string; registration: z.output<typeof passkeyRegistration> },
): Promise<{ provenAt: string }> {
  const { operator, label, registration } = asked
  const expectedChallenge = (await takeChallenge(database, operator.sessionId, 'add')) ?? wrong()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: registration as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: [...context.origins],
    expectedRPID: hostOf(context),
    requireUserVerification: true,
  }).catch(wrong)
  if (!verified || !registrationInfo) return wrong()
  const { credential } = registrationInfo
  return inTransaction(database, async tx => {
    await lockOperator(tx, operator.name)
    await refuseToAdd(tx, operator)
    const at = await systemNow(tx)
    const isNew = await insertPasskey(tx, {
      id: newUuid(at.getTime()),
      operatorId: operator.operatorId,
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: registration.response.transports ?? [],
      label,
      addedAt: at,
    })
    if (!isNew) refuse('operatorFactorThere')
    return noteProven(tx, operator, { at, action: 'add passkey', object: label })
  })
}

/** Begins to prove a passkey. Throws `operatorFactorMissing` where the account has none. */
export async function beginProving(
  database: Database,
  context: PasskeyContext,
  operator: Operator,
): Promise<Options> {
  const known = await passkeysOf(database, operator.operatorId)
  if (known.length === 0) refuse('operatorFactorMissing')
  const options = await generateAuthenticationOptions({
    rpID: hostOf(context),
    timeout: CHALLENGE_SECONDS * 1_000,
    allowCredentials: known.map(credentialOf),
    userVerification: 'required',
  })
  return issued(database, operator, 'prove', options)
}

/**
 * Proves a passkey by its signature over the challenge of this session, which is used up whether
 * the signature is right or not.
 */
export async function proveSigned(
  database: Database,
  context: PasskeyContext,
  { operator, signed }: { operator: Operator; signed: z.output<typeof passkeySigned> },
): Promise<{ provenAt: string }> {
  const expectedChallenge = (await takeChallenge(database, operator.sessionId, 'prove')) ?? wrong()
  return inTransaction(database, async tx => {
    const credentialId = Buffer.from(signed.id, 'base64url')
    const row = (await lockPasskey(tx, operator.operatorId, credentialId)) ?? wrong()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: signed as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: [...context.origins],
      expectedRPID: hostOf(context),
      requireUserVerification: true,
      credential: {
        id: signed.id,
        publicKey: new Uint8Array(row.publicKey),
        counter: row.signCount,
      },
    }).catch(wrong)
    if (!verified) return wrong()
    const at = await systemNow(tx)
    await usePasskey(tx, row.id, { signCount: authenticationInfo.newCounter, usedAt: at })
    return noteProven(tx, operator, { at, action: 'prove passkey', object: row.label })
  })
}

async function issued(
  database: Database,
  { sessionId }: Operator,
  use: ChallengeUse,
  options: { challenge: string },
): Promise<Options> {
  const { challenge } = options
  await keepChallenge(database, { sessionId, use, challenge, seconds: CHALLENGE_SECONDS })
  return { options: { ...options } }
}
