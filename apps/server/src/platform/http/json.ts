/** No input is deeper or has more parts: security.md, "hash flooding". */
const MAX_DEPTH = 20
const MAX_PARTS = 1_000

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92

/**
 * Reads the JSON text of a body. Depth and parts are counted on the text before it is parsed: a
 * body within the byte limit can still cost a thousand times its size.
 * @throws SyntaxError when it is no JSON, is deeper than 20, has more than 1,000 keys or as many
 *   items, or names `__proto__`.
 */
export function readJson(text: string): unknown {
  refuseTowers(text)
  return JSON.parse(text, refusePrototypes)
}

function refuseTowers(text: string): void {
  let depth = 0
  let keys = 0
  let items = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at)
    if (quoted) {
      if (mark === BACKSLASH) at++
      else if (mark === QUOTE) quoted = false
    } else if (mark === QUOTE) quoted = true
    else if (isOpening(mark)) depth++
    else if (isClosing(mark)) depth--
    else if (mark === COLON) keys++
    else if (mark === COMMA) items++
    if (depth > MAX_DEPTH) throw new SyntaxError('too deep')
    if (keys > MAX_PARTS || items > MAX_PARTS) throw new SyntaxError('too many parts')
  }
}

/** `[` or `{`. */
const isOpening = (mark: number): boolean => mark === 91 || mark === 123
/** `]` or `}`. */
const isClosing = (mark: number): boolean => mark === 93 || mark === 125

function refusePrototypes(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('forbidden key')
  return value
}
