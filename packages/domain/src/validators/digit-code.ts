/** The default length of a code. */
export const DIGIT_CODE_LENGTH = 6

/** Exactly this many ASCII digits, for a schema whose document names the pattern. */
export const digitCodePattern = (length: number = DIGIT_CODE_LENGTH): RegExp =>
  new RegExp(`^[0-9]{${length}}$`)

/** True for exactly `length` ASCII digits, and at least one. */
export const isDigitCode = (text: string, length: number = DIGIT_CODE_LENGTH): boolean =>
  length > 0 && digitCodePattern(length).test(text)
