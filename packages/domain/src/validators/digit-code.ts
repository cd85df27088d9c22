/** How long a code is unless a form says otherwise. */
export const DIGIT_CODE_LENGTH = 6

/** Exactly so many ASCII digits, for a schema whose document names the pattern. */
export const digitCodePattern = (length: number = DIGIT_CODE_LENGTH): RegExp =>
  new RegExp(`^[0-9]{${length}}$`)

/** True for exactly `length` ASCII digits, and at least one. */
export const isDigitCode = (text: string, length: number = DIGIT_CODE_LENGTH): boolean =>
  length > 0 && digitCodePattern(length).test(text)
