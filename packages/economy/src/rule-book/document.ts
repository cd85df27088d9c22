import { canonicalJson } from '../canonical.ts'
import { endedV1 } from '../earlier/parameters.ts'
import {
  type Edition,
  editionOf,
  editionOfNumbers,
  inNewestEdition,
  isIn,
  namedLater,
} from '../editions.ts'
import { type Parameters, parametersV1 } from '../parameters.ts'
import { everyNumber, isSwitch, type NumberName } from './numbers.ts'

/**
 * The content that a version's hash is made over: its numbers, its description of the change, and
 * the hash of the previous version.
 */
export interface VersionDocument {
  readonly parameters: Parameters
  /** What changed, in both languages. */
  readonly difference: { readonly zh: string; readonly en: string }
  /** SHA-256 of the previous version, hexadecimal; 64 zeros before the first. */
  readonly previousHash: string
}

export const NO_VERSION_BEFORE = '0'.repeat(64)

/**
 * A version's numbers in the newest edition with some of them changed. A switch that is off is left
 * out, as in every text.
 */
export function changed(
  before: Parameters,
  change: Partial<Pick<Parameters, NumberName>> & Pick<Parameters, 'version' | 'effectiveAt'>,
): Parameters {
  const all = Object.entries(inNewestEdition({ ...before, ...change }))
  const named = all.filter(([name, value]) => !(isSwitch(name as NumberName) && value === 0))
  return Object.fromEntries(named) as unknown as Parameters
}

/** The canonical text of a version: anyone can hash it again with any tool (SHA-256 of its UTF-8 bytes). */
export function versionText({ parameters, ...rest }: VersionDocument): string {
  const unnamed = unnamedIn(editionOf(parameters))
  const named = Object.entries(parameters).filter(([name]) => !unnamed.includes(name))
  return canonicalJson({ ...rest, parameters: Object.fromEntries(named) })
}

/** Numbers that the texts of an edition leave out although they apply. */
const unnamedIn = (edition: Edition): readonly string[] => (edition === 1 ? namedLater : [])

/** Returns the edition of a text, by the names in it. */
function editionOfText(numbers: object): Edition {
  const edition = editionOfNumbers({ ...numbers })
  return edition > 2 || namedLater.some(name => name in numbers) ? edition : 1
}

/**
 * Parses a version's canonical text. A number that applied before texts named it has the value that
 * it had then.
 * @throws RangeError when a number is missing, unknown or of another type than in version 1.
 */
export function readVersionText(text: string): VersionDocument {
  const document = JSON.parse(text)
  const given: Record<string, unknown> = document.parameters
  const { version, effectiveAt, ...numbers } = given
  if (!Number.isSafeInteger(version) || typeof effectiveAt !== 'string') {
    throw new RangeError('a version needs its number and its effective instant')
  }
  const edition = editionOfText(numbers)
  const known = everyNumber.filter(name => isIn(edition, name))
  const unknown = Object.keys(numbers).filter(name => !(known as string[]).includes(name))
  if (unknown.length > 0) throw new RangeError(`no such numbers: ${unknown.join(', ')}`)
  const named = known.filter(name => name in numbers || !isSwitch(name))
  const read = named.map(name => {
    const isUnnamed = unnamedIn(edition).includes(name)
    return [name, isUnnamed ? likeOf(name) : readNumber(name, numbers[name])] as const
  })
  const parameters = { version, effectiveAt, ...Object.fromEntries(read) } as Parameters
  return { ...document, parameters }
}

/** The value of a number in the version 1 that has it. */
const likeOf = (name: NumberName): Parameters[NumberName] => ({ ...parametersV1, ...endedV1 })[name]

function readNumber(name: NumberName, given: unknown): bigint | number {
  if (isSwitch(name)) {
    if (given === 1) return given
    throw new RangeError(`${name} is on where it is named: ${given}`)
  }
  if (typeof likeOf(name) === 'number') {
    if (Number.isSafeInteger(given)) return given as number
  } else if (typeof given === 'string' && /^-?\d+$/.test(given)) return BigInt(given)
  throw new RangeError(`${name} is not what it is in version 1: ${given}`)
}
