/** One character drawn as a picture, with an optional selector or skin tone. */
const picture = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?`

/**
 * Emoji whose invisible parts belong to them: pictures that U+200D joins, keys such as 1️⃣, and the
 * flags of England, Scotland and Wales, which are spelt in tags. Other tags could hide text.
 */
const emoji = new RegExp(
  [
    String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
    String.raw`[0-9#*]\ufe0f?\u20e3`,
    String.raw`${picture}(?:\u200d${picture})*`,
  ].join('|'),
  'gu',
)

/**
 * Control and format characters, lone surrogates, noncharacters, line separators, and blanks that
 * look like letters.
 */
const invisible =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u

/**
 * Whether a text contains an invisible character. It could hide words, turn the reading direction,
 * or make two names look alike. Emoji keep theirs. One rule for every text that a person types.
 */
export const hasInvisibleSigns = (text: string): boolean => invisible.test(text.replace(emoji, ''))
