import { createAccount, loginByWords } from '@banyan/domain'
import { useRef } from 'react'
import { type Refused, session, useCommand } from '../shell/index.ts'
import { loginKeys } from '../shell/login-keys.ts'
import type { Draft, FieldRefusal } from './draft.ts'
import { useProof } from './use-proof.ts'

/** Refusals of an account that concern one field of the create page. */
const fieldOf: Readonly<Record<number, string>> = {
  41101: 'inviteCode',
  41103: 'nickname',
  41104: 'loginPassword',
  41107: 'country',
  41108: 'nickname',
}
const publicKeyTaken = 41102

/**
 * The one call that creates the account. If its response was lost, a second attempt finds the key
 * taken: then the account exists, and the same key logs in to learn its number.
 */
export function useMakeAccount(setup: {
  draft: Draft
  /** A field of the create page must be corrected. */
  onSentBack: (refusals: readonly FieldRefusal[]) => void
}) {
  const { draft, onSentBack } = setup
  const creation = useProof('create')
  const entrance = useProof('login')
  const taken = useRef(false)
  const create = useCommand(createAccount, {
    onRefused: refusal => {
      taken.current = refusal.code === publicKeyTaken
      const refusals = fieldRefusals(refusal)
      if (refusals.length > 0) onSentBack(refusals)
      return taken.current || refusals.length > 0
    },
  })
  const enter = useCommand(loginByWords)

  /** The new account's ID, or null when the member was shown why. */
  async function make(): Promise<string | null> {
    taken.current = false
    const proof = await creation.prove(draft.entropy)
    if (!proof) return null
    const result = await create.run({ body: { ...draft.facts, consent: true, ...proof } })
    if (!result) return taken.current ? find() : null
    loginKeys.remember(result.accountId, proof.publicKey)
    return result.accountId
  }

  async function find(): Promise<string | null> {
    const proof = await entrance.prove(draft.entropy)
    if (!proof) return null
    const answer = await enter.run({ body: { ...proof, deviceCode: session.deviceCode } })
    if (!answer) return null
    loginKeys.remember(answer.user.accountId, proof.publicKey)
    session.enter({ ...answer.user, token: answer.token })
    return answer.user.accountId
  }

  return {
    make,
    problem: creation.problem ?? entrance.problem,
    pending: creation.pending || create.pending || entrance.pending || enter.pending,
  }
}

function fieldRefusals(refusal: Refused): readonly FieldRefusal[] {
  const field = fieldOf[refusal.code]
  if (field) return [{ field, message: refusal.message }]
  return refusal.issues.map(({ path, message }) => ({
    field: path.replace(/^body\./, ''),
    message,
  }))
}
