/** The purpose of a challenge: a signature made for one act is not valid for another. */
export const challengePurposes = [
  'create',
  'login',
  'reset-login',
  'reset-payment',
  'confirm',
] as const
export type ChallengePurpose = (typeof challengePurposes)[number]

/** Info string of the key derivation: Ed25519 seed = HKDF-SHA-256(entropy of the words, info). */
export const LOGIN_KEY_INFO = 'banyan login v1'

/**
 * The exact text that the member's key signs: bound to the act, the origin that shows the page, the
 * key and a nonce used once. Both sides build it here.
 */
export function challengeText(facts: {
  purpose: ChallengePurpose
  origin: string
  publicKey: string
  nonce: string
}): string {
  return ['banyan challenge v1', facts.purpose, facts.origin, facts.publicKey, facts.nonce].join(
    '\n',
  )
}
