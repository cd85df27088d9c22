/**
 * Codes of the refusals that a limit of the member causes; a test lists them by name. Names and
 * texts stay out of the code of the first page.
 */
export const limitCodes: readonly number[] = [
  41504, 41604, 41605, 41616, 41617, 41632, 41633, 41634, 41702, 41707, 41709,
]

export const isAboutLimit = ({ code }: { code: number }): boolean => limitCodes.includes(code)
