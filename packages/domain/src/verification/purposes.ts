/** The purpose of a code: one sent for one act is not valid for another. */
export const codePurposes = [
  'bind',
  'rebind-old',
  'reset-login',
  'reset-payment',
  'withdraw',
  'close-account',
] as const
export type CodePurpose = (typeof codePurposes)[number]

/** The purposes that a member with a live session may request a code for. */
export const memberCodePurposes = [
  'bind',
  'rebind-old',
  'reset-payment',
  'withdraw',
  'close-account',
] as const

/** security.md 4.2. */
export const codeTerms = {
  length: 6,
  /** Counted from the sending. */
  validMinutes: 10,
  tries: 5,
  resendSeconds: 60,
  perHourAndAccount: 5,
  perHourAndAddress: 3,
} as const
