/**
 * One text for one fact: keys sorted, no spaces, amounts (bigint) as decimal strings, numbers whole.
 * What is hashed is this text, so anyone can hash it again with any tool.
 * @throws RangeError for what has no such text: fractions, undefined, functions.
 */
export function canonicalJson(fact: unknown): string {
  if (typeof fact === 'bigint') return `"${fact}"`
  if (typeof fact === 'string' || typeof fact === 'boolean' || fact === null) {
    return JSON.stringify(fact)
  }
  if (typeof fact === 'number' && Number.isSafeInteger(fact)) return `${fact}`
  if (Array.isArray(fact)) return `[${fact.map(canonicalJson).join(',')}]`
  if (typeof fact === 'object') {
    const entries = Object.entries(fact).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`
  }
  throw new RangeError(`no canonical text for ${typeof fact} ${String(fact)}`)
}
