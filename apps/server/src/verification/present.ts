import { type AnswerOf, codeTerms, type requestEmailCode } from '@banyan/domain'
import type { BoundEmail } from './addresses.ts'

/** `a***e@example.org`: enough to know one's own mailbox by, too little to write to it. */
function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at)
  const last = name.length > 2 ? name.at(-1) : ''
  return `${name.slice(0, 1)}***${last}${address.slice(at)}`
}

export const presentBound = (email: BoundEmail) => ({
  address: maskEmail(email.address),
  boundAt: email.boundAt.toISOString(),
})

/** What a page needs for its countdown, the same for every code. */
export const presentSent = (
  address: string,
  { resendAt }: { resendAt: Date },
): AnswerOf<typeof requestEmailCode> => ({
  sentTo: maskEmail(address),
  length: codeTerms.length,
  validMinutes: codeTerms.validMinutes,
  resendAt: resendAt.toISOString(),
})
