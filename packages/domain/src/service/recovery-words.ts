/** The shortest recovery phrase there is; longer ones hold one of this length. */
const PHRASE = 12
/** One word of it may be mistyped: the others would still give the account away. */
const LEAST_KNOWN = PHRASE - 1

/** Latin words, and Chinese signs that are separated: lists write each sign apart. */
const latinWords = /[a-z]+/g
const loneSigns = /(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu

/**
 * Does a text hold a recovery phrase: twelve words in a row of which at least eleven are in a
 * list of such words? Numbers, commas and line breaks between them do not matter. Chinese words are
 * found where they are separated, because every sentence is made of signs of that list.
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
