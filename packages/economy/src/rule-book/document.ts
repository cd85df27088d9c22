import { canonicalJson } from '../canonical.ts'
import { namedLater, type Parameters, parametersV1 } from '../parameters.ts'
import { isSwitch, type NumberName, numberNames } from './numbers.ts'

/** What a version's hash is made over: its numbers, its words of change, and the hash of the one before. */
export interface VersionDocument {
  readonly parameters: Parameters
  /** What changed, in both languages. */
  readonly difference: { readonly zh: string; readonly en: string }
  /** SHA-256 of the version before, hexadecimal; 64 zeros before the first. */
  readonly previousHash: string
}

export const NO_VERSION_BEFORE = '0'.repeat(64)

/** A version's numbers with some of them changed. What is switched off is left out, as in every text. */
export function changed(
  before: Parameters,
  change: Partial<Pick<Parameters, NumberName>> & Pick<Parameters, 'version' | 'effectiveAt'>,
): Parameters {
  const all = Object.entries({ ...before, ...change })
  const named = all.filter(([name, value]) => !(isSwitch(name as NumberName) && value === 0))
  return Object.fromEntries(named) as unknown as Parameters
}

/** The canonical text of a version: anyone can hash it again with any tool (SHA-256 of its UTF-8 bytes). */
export function versionText({ parameters, ...rest }: VersionDocument): string {
  const named = Object.entries(parameters).filter(
    ([name]) => parameters.version > 1 || !isNamedLater(name),
  )
  return canonicalJson({ ...rest, parameters: Object.fromEntries(named) })
}

const isNamedLater = (name: string): boolean => (namedLater as readonly string[]).includes(name)

/**
 * Reads a version's canonical text back.
 * A number that was named later than the text was written is what it was before it had a name.
 * @throws RangeError when a number is missing, unknown or of another type than in version 1.
 */
export function readVersionText(text: string): VersionDocument {
  const document = JSON.parse(text)
  const told: Record<string, unknown> = document.parameters
  const { version, effectiveAt, ...numbers } = told
  if (!Number.isSafeInteger(version) || typeof effectiveAt !== 'string') {
    throw new RangeError('a version needs its number and its effective instant')
  }
  const unknown = Object.keys(numbers).filter(
    name => !(numberNames as readonly string[]).includes(name),
  )
  if (unknown.length > 0) throw new RangeError(`no such numbers: ${unknown.join(', ')}`)
  const named = numberNames.filter(name => name in numbers || !isSwitch(name))
  const read = named.map(name => {
    const isUnnamed = !(name in numbers) && isNamedLater(name)
    return [name, isUnnamed ? parametersV1[name] : readNumber(name, numbers[name])] as const
  })
  const parameters = { version, effectiveAt, ...Object.fromEntries(read) } as Parameters
  return { ...document, parameters }
}

function readNumber(name: NumberName, told: unknown): bigint | number {
  if (isSwitch(name)) {
    if (told === 1) return told
    throw new RangeError(`${name} is on where it is named: ${told}`)
  }
  if (typeof parametersV1[name] === 'number') {
    if (Number.isSafeInteger(told)) return told as number
  } else if (typeof told === 'string' && /^-?\d+$/.test(told)) return BigInt(told)
  throw new RangeError(`${name} is not what it is in version 1: ${told}`)
}
