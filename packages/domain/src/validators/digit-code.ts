/** How long a code is unless a form says otherwise. */
export const DIGIT_CODE_LENGTH = 6

/** True for exactly `length` ASCII digits. */
export const isDigitCode = (text: string, length: number = DIGIT_CODE_LENGTH): boolean =>
  text.length === length && /^[0-9]+$/.test(text)
