import { type ChallengePurpose, challenge, challengeText } from '@banyan/domain'
import { useState } from 'react'
import { useCommand, useTexts } from '../shell/index.ts'
import { loginKeyOf } from './words/login-key.ts'
import { wordsTexts } from './words-texts.ts'

/** What the server verifies instead of the words. All hex. */
export interface Proof {
  publicKey: string
  nonce: string
  signature: string
}

/**
 * Proves to the server who owns an entropy: requests a nonce and signs it by the key of the words.
 * The signed text contains the origin that shows this page, never one from a response: a signature
 * made on a copy of this site is worthless here.
 */
export function useProof(purpose: ChallengePurpose) {
  const t = useTexts(wordsTexts)
  const [problem, setProblem] = useState<string>()
  const [signing, setSigning] = useState(false)
  const ask = useCommand(challenge)

  /** Null when it failed: the member has been shown why, by a toast or by `problem`. */
  async function prove(entropy: Uint8Array): Promise<Proof | null> {
    setProblem(undefined)
    setSigning(true)
    try {
      const key = await loginKeyOf(entropy)
      const { publicKey } = key
      const given = await ask.run({ body: { publicKey, purpose } })
      if (!given) return null
      const { origin } = location
      if (given.origin !== origin) {
        setProblem(t('wrongOrigin', { known: given.origin, here: origin }))
        return null
      }
      const { nonce } = given
      const signature = await key.sign(challengeText({ purpose, origin, publicKey, nonce }))
      return { publicKey, nonce, signature }
    } catch {
      // The error is not shown: an error of a library may quote its input.
      setProblem(t('failed'))
      return null
    } finally {
      setSigning(false)
    }
  }
  return { prove, problem, pending: signing }
}
