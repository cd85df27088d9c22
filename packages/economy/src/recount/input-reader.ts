import { type GrowingColumn, growingAmounts, growingNumbers } from '../growing-column.ts'
import { GrowingIds, type IdColumn } from '../id-column.ts'
import type { RecountInput } from './input.ts'

/** A list that is extracted from the text while it arrives. */
interface LongList {
  /** The text before its first entry. It cannot occur in a string, because quotes in strings are escaped. */
  readonly opening: string
  /** The separator of two entries; one character belongs to each of them. */
  readonly between: '","' | ','
  /** The text that closes the list after an entry; the bracket comes last. */
  readonly closing: '"]' | ']'
  /** Some entries as in the text, separated by commas. */
  readonly take: (entries: string) => void
  /** Some texts do not have it; when present, it follows the list before it directly. */
  readonly isOptional?: true
}

/** Large enough that scanning costs little compared with parsing. */
const STRETCH = 262_144

/**
 * Reads the canonical text of an input while it arrives, in pieces of any length, so that the facts
 * of a million members are never one string. The columns of the tree and the positions are
 * extracted entry by entry, in the order of their names, and the rest is parsed at the end. A text
 * that is cut in the wrong place does not parse, so nothing is misread.
 */
export class InputReader {
  readonly #nodes = {
    balancesLeft: growingAmounts(),
    balancesRight: growingAmounts(),
    countedFees: growingAmounts(),
    paidInRound: growingAmounts(),
    memberIds: new GrowingIds(),
    inviters: growingNumbers(),
    parents: growingNumbers(),
    sides: growingNumbers(),
    standings: growingNumbers(),
  }
  readonly #positions = {
    ids: new GrowingIds(),
    memberIds: new GrowingIds(),
    quantities: growingAmounts(),
    openingValues: growingAmounts(),
    paid: growingAmounts(),
    settlements: growingNumbers(),
    unlockAsked: growingNumbers(),
    renews: growingNumbers(),
  }
  readonly #stretch: number
  /** Lists that are still expected; the first one may be open. */
  readonly #lists: LongList[]
  #isOpen = false
  /** Whether this text has the lists that only older texts have. */
  #hasCycles = true
  /** The text outside the lists. */
  readonly #outside: string[] = []
  #text = ''

  /** `stretch`: number of characters that are scanned at a time. */
  constructor(stretch = STRETCH) {
    this.#stretch = stretch
    const [nodes, positions] = [this.#nodes, this.#positions]
    this.#lists = [
      amounts('"balancesLeft":[', nodes.balancesLeft),
      amounts('"balancesRight":[', nodes.balancesRight),
      amounts('"countedFees":[', nodes.countedFees),
      numbers('"inviters":[', nodes.inviters),
      ids('"memberIds":[', nodes.memberIds),
      amounts('"paidInRound":[', nodes.paidInRound),
      numbers('"parents":[', nodes.parents),
      numbers('"sides":[', nodes.sides),
      numbers('"standings":[', nodes.standings),
      ids('"ids":[', positions.ids),
      ids('"memberIds":[', positions.memberIds),
      amounts('"openingValues":[', positions.openingValues),
      amounts('"paid":[', positions.paid),
      amounts('"quantities":[', positions.quantities),
      { ...numbers('"renews":[', positions.renews), isOptional: true },
      { ...numbers('"settlements":[', positions.settlements), isOptional: true },
      numbers('"unlockAsked":[', positions.unlockAsked),
    ]
  }

  /** @throws SyntaxError for malformed text. */
  add(piece: string): void {
    this.#text += piece
    if (this.#text.length >= this.#stretch) while (this.#step());
  }

  /** @throws RangeError when a list is missing or is not closed. */
  end(): RecountInput {
    while (this.#step());
    const [missing] = this.#lists
    if (missing)
      throw new RangeError(`the text of the input does not have all of ${missing.opening}`)
    this.#outside.push(this.#text)
    const rest = JSON.parse(this.#outside.join('')) as RecountInput
    const { settlements, renews, ...positions } = entriesOf(this.#positions)
    const cycles = this.#hasCycles && { settlements, renews }
    return {
      ...rest,
      dynamics: { ...rest.dynamics, nodes: entriesOf(this.#nodes) },
      statics: { ...rest.statics, positions: { ...positions, ...cycles } },
    }
  }

  /** Returns whether another scan of the text may find more. */
  #step(): boolean {
    const [list] = this.#lists
    if (!list) return false
    return this.#isOpen ? this.#readEntries(list) : this.#open(list)
  }

  #open({ opening, isOptional }: LongList): boolean {
    if (isOptional) {
      const here = `],${opening}`
      if (this.#text.length < here.length) return false
      if (!this.#text.startsWith(here)) {
        this.#hasCycles = false
        return this.#close()
      }
    }
    const start = this.#text.indexOf(opening)
    // The last characters may be the beginning of the searched text.
    const upTo = start < 0 ? this.#text.length - opening.length : start + opening.length
    if (upTo > 0) this.#skip(upTo)
    this.#isOpen = start >= 0
    return this.#isOpen
  }

  #readEntries(list: LongList): boolean {
    const { between, closing } = list
    if (this.#text.startsWith(']')) return this.#close()
    const end = this.#text.indexOf(closing)
    if (end >= 0) {
      this.#parse(list, end + closing.length - 1)
      return this.#close()
    }
    const cut = this.#text.lastIndexOf(between)
    if (cut < 0) return false
    this.#parse(list, cut + between.indexOf(','))
    this.#text = this.#text.slice(1)
    return false
  }

  #parse({ take }: LongList, length: number): void {
    take(this.#text.slice(0, length))
    this.#text = this.#text.slice(length)
  }

  #close(): boolean {
    this.#lists.shift()
    this.#isOpen = false
    return true
  }

  #skip(length: number): void {
    this.#outside.push(this.#text.slice(0, length))
    this.#text = this.#text.slice(length)
  }
}

const numbers = (opening: string, column: GrowingColumn<Int32Array>): LongList => ({
  opening,
  between: ',',
  closing: ']',
  take: entries => {
    for (const entry of parsed<number>(entries)) column.push(entry)
  },
})

const ids = (opening: string, column: GrowingIds): LongList => ({
  opening,
  between: '","',
  closing: '"]',
  take: entries => column.add(unquoted(entries)),
})

const amounts = (opening: string, column: GrowingColumn<BigInt64Array>): LongList => ({
  opening,
  between: '","',
  closing: '"]',
  take: entries => {
    for (const amount of amountsIn(entries)) column.push(amount)
  },
})

const parsed = <Entry>(entries: string): Entry[] => JSON.parse(`[${entries}]`)

const QUOTE = '"'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)
/** This many digits fit into a number without loss. */
const DIGITS = 15

/**
 * Parses amounts in quotes, digit by digit: a string for each of some million would take most of
 * the time. Other amounts, such as negative or very large ones, are parsed as text.
 * @throws SyntaxError for text that is not an amount.
 */
function* amountsIn(entries: string): Generator<bigint> {
  for (let at = 0; ; ) {
    if (entries.charCodeAt(at++) !== QUOTE) throw new SyntaxError('amounts must be in quotes')
    const begin = at
    let amount = 0
    let digit = entries.charCodeAt(at) - ZERO
    for (; digit >= 0 && digit <= 9; digit = entries.charCodeAt(++at) - ZERO)
      amount = amount * 10 + digit
    const isWhole = at > begin && at - begin <= DIGITS && entries.charCodeAt(at) === QUOTE
    if (!isWhole) at = endOf(entries, begin)
    yield isWhole ? BigInt(amount) : BigInt(entries.slice(begin, at))
    if (++at === entries.length) return
    if (entries[at++] !== ',') throw new SyntaxError('a comma is missing')
  }
}

function endOf(entries: string, begin: number): number {
  const end = entries.indexOf('"', begin)
  if (end <= begin) throw new SyntaxError('an amount is empty or is not closed')
  return end
}

/** Ids are not cut out one by one: they stay one text, without its first and last quote. */
function unquoted(entries: string): string {
  if (!/^".*"$/.test(entries)) throw new RangeError('ids must be in quotes')
  return entries.slice(1, -1)
}

type Entries<Column> =
  Column extends GrowingColumn<infer Typed> ? Typed : Column extends GrowingIds ? IdColumn : never

/** Returns the columns with the entries read so far. */
const entriesOf = <Columns extends object>(columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      column instanceof GrowingIds ? column.ids : (column as GrowingColumn<Int32Array>).entries,
    ]),
  ) as { [Name in keyof Columns]: Entries<Columns[Name]> }
