/** The length of the shortest recovery phrase; longer ones contain one of this length. */
const PHRASE = 12
/** One word of it may be mistyped: the others would still give the account away. */
const LEAST_KNOWN = PHRASE - 1

/** Latin words, and separated Chinese characters: lists write each character apart. */
const latinWords = /[a-z]+/g
const loneSigns = /(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu

/**
 * Whether a text contains a recovery phrase: twelve words in a row of which at least eleven are in
 * one word list. Numbers, commas and line breaks between them are ignored. Chinese words are found
 * only where they are separated, because every sentence consists of characters of that list.
 */
export function holdsRecoveryWords(text: string, isWord: (word: string) => boolean): boolean {
  const plain = text.normalize('NFKC').toLowerCase()
  return [latinWords, loneSigns].some(pattern => hasRun(plain.match(pattern) ?? [], isWord))
}

function hasRun(tokens: readonly string[], isWord: (word: string) => boolean): boolean {
  const known = tokens.map(token => (isWord(token) ? 1 : 0))
  return known.some((_, at) => {
    const run = known.slice(at, at + PHRASE)
    return run.length === PHRASE && run.reduce<number>((sum, one) => sum + one, 0) >= LEAST_KNOWN
  })
}
