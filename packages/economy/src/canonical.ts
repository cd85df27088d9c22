/** What a fact may be made of: amounts are bigint and are written as decimal text. */
export type Fact = string | number | boolean | null | bigint | readonly Fact[] | FactRecord
export interface FactRecord {
  readonly [name: string]: Fact
}

/**
 * One text for one fact: keys sorted, no spaces, amounts as decimal strings, numbers only whole.
 * What is hashed is this text, so anyone can hash it again with any tool.
 * @throws RangeError for a number that is not a safe integer.
 */
export function canonicalJson(fact: Fact): string {
  if (typeof fact === 'bigint') return `"${fact}"`
  if (typeof fact === 'number' && !Number.isSafeInteger(fact)) {
    throw new RangeError(`not a whole number: ${fact}`)
  }
  if (fact === null || typeof fact !== 'object') return JSON.stringify(fact)
  if (isList(fact)) return `[${fact.map(canonicalJson).join(',')}]`
  const entries = Object.entries(fact).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`
}

const isList = (fact: readonly Fact[] | FactRecord): fact is readonly Fact[] => Array.isArray(fact)
