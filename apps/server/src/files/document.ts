import { inflateSync } from 'node:zlib'

export type NoDocument = 'documentUnreadable' | 'documentLocked' | 'documentActive'

/** Objects that were packed together, unpacked: of all in one document. */
const MOST_UNPACKED = 32 * 1024 * 1024

/** Where a name ends: at a space, or at a sign that begins something else. */
const END = '(?![^\\s\\0()<>\\[\\]{}/%])'
/** What acts by itself, carries other files, or plays. Every action with a script is one of kind JavaScript. */
const active = new RegExp(
  `/(?:JavaScript|Launch|EmbeddedFiles?|FileAttachment|RichMedia\\w*|XFA|SubmitForm|ImportData|GoToR|GoToE|Rendition|Movie|Sound|U3D|OnInstantiate)${END}`,
)
/** What is done when a document, a page or a field is opened; a place to begin reading is nothing done. */
const onOpening = new RegExp(`/AA\\s*<<|/AA\\s+\\d+\\s+\\d+\\s+R|/OpenAction(?!\\s*\\[)${END}`)
const address = new RegExp(`/URI${END}`)
const locked = new RegExp(`/Encrypt${END}`)
/** The description of objects that are packed together: its kind, or where the first of so many stands. */
const packed = new RegExp(`/ObjStm${END}`)
const places = [new RegExp(`/First${END}`), /\/N\s+\d/]
const isPacked = (description: string) =>
  packed.test(description) || places.every(place => place.test(description))
/** Ways to pack that are not looked into; documents that people make pack objects by Flate alone. */
const oddly = new RegExp(
  `/(?:ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL|Crypt|DecodeParms|DP)${END}`,
)
const filters = /\/Filter\s*(\[[^\]]*\]|\/[^\s()<>[\]{}/%]+|[^\s/])/g
const isPlainFilter = (filter: string) =>
  /^(?:\/FlateDecode|\[\s*\/FlateDecode\s*\]|\/Adobe\.\w+)$/.test(filter)

/**
 * Why a PDF document is not taken in; null when it is. It is read as text with every name spelled out,
 * and packed objects are unpacked. What cannot be looked into is refused: nothing is mended here.
 */
export function faultOfDocument(bytes: Buffer): NoDocument | null {
  const text = bytes.toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text)) return 'documentUnreadable'
  if (!/startxref\s+\d+\s+%%EOF[\s\0]*$/.test(text.slice(-2_048))) return 'documentUnreadable'
  if (isOtherThing(text)) return 'documentUnreadable'
  const objects = packedObjects(bytes, text)
  if (typeof objects === 'string') return objects
  const whole = [text, ...objects].map(spelledOut)
  const holds = (pattern: RegExp) => whole.some(part => pattern.test(part))
  if (holds(locked)) return 'documentLocked'
  if (holds(active) || (holds(onOpening) && holds(address))) return 'documentActive'
  return null
}

/** Markup where browsers look for it, or the end of an archive where its readers do. */
const isOtherThing = (text: string): boolean =>
  /<(?:!doctype|html|head|body|script|svg|\?xml)/i.test(text.slice(0, 1_024)) ||
  text.slice(-66_000).includes('PK\x05\x06')

/** Names may write any sign by its number: `/J#53` is `/JS`. */
const spelledOut = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

/** The texts of all objects that are packed; why not, where one cannot be unpacked. */
function packedObjects(bytes: Buffer, text: string): string[] | NoDocument {
  const texts: string[] = []
  let left = MOST_UNPACKED
  let before = 0
  for (const { index } of text.matchAll(/(?<!end)stream(?=[ \t\r\n])/g)) {
    // From the last stream on: it holds the whole description, and what stands before it does no harm.
    const described = spelledOut(text.slice(before, index))
    before = index + 'stream'.length
    if (!isPacked(described)) continue
    const names = [...described.matchAll(filters)].map(([, filter = '']) => filter.trim())
    if (oddly.test(described) || !names.every(isPlainFilter)) return 'documentActive'
    if (names.length === 0) continue
    const from = before + (/^[ \t]*\r?\n?/.exec(text.slice(before, before + 16))?.[0].length ?? 0)
    try {
      const unpacked = inflateSync(bytes.subarray(from), { maxOutputLength: left })
      left -= unpacked.length
      texts.push(unpacked.toString('latin1'))
    } catch {
      return 'documentUnreadable'
    }
  }
  return texts
}
