import { randomBytes } from 'node:crypto'
import { type ChallengePurpose, challengeText } from '@banyan/domain'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Database, Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import { addChallenge, takeChallenge } from './store.ts'

/** The challenge that a key has to sign. */
export interface IssuedChallenge {
  nonce: string
  origin: string
  expiresAt: Date
}

/** A signature over `challengeText`: public key, nonce and signature in hex. */
export interface Proof {
  purpose: ChallengePurpose
  publicKey: string
  nonce: string
  signature: string
}

const CHALLENGE_SECONDS = 60

/**
 * Issues a nonce for a key and one purpose, valid for 60 s. Its origin is the origin of the
 * requesting page when that is one of ours, otherwise our first origin: a signature made for
 * another site is worthless here.
 */
export async function issueChallenge(
  database: Database,
  publicOrigins: readonly string[],
  asked: { publicKey: string; purpose: ChallengePurpose; origin: string | undefined },
): Promise<IssuedChallenge> {
  const origin = publicOrigins.find(known => known === asked.origin) ?? publicOrigins[0]
  if (origin === undefined) throw new Error('the platform has no public origin')
  const nonce = randomBytes(32)
  const expiresAt = await addChallenge(database, {
    nonce,
    publicKey: Buffer.from(asked.publicKey, 'hex'),
    purpose: asked.purpose,
    origin,
    seconds: CHALLENGE_SECONDS,
  })
  return { nonce: nonce.toString('hex'), origin, expiresAt }
}

/**
 * Deletes the challenge in the transaction of the act that it allows, so it allows one act only.
 * @throws Refused `challengeSpent` when it is used, expired, issued for another key, purpose or
 *   origin, or when the signature does not match the key.
 */
export async function consumeChallenge(
  tx: Tx,
  publicOrigins: readonly string[],
  proof: Proof,
): Promise<void> {
  const origin = await takeChallenge(tx, {
    nonce: Buffer.from(proof.nonce, 'hex'),
    publicKey: Buffer.from(proof.publicKey, 'hex'),
    purpose: proof.purpose,
  })
  if (origin === null || !publicOrigins.includes(origin) || !signs(proof, origin))
    refuse('challengeSpent')
}

/** Verifies strictly: a key of small order would "sign" every text, so it is not accepted. */
function signs(proof: Proof, origin: string): boolean {
  const { purpose, publicKey, nonce, signature } = proof
  return ed25519.verify(
    Buffer.from(signature, 'hex'),
    Buffer.from(challengeText({ purpose, origin, publicKey, nonce })),
    Buffer.from(publicKey, 'hex'),
    { zip215: false },
  )
}
