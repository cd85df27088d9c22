import type { ToldInput, ToldNodes, ToldPosition, ToldPositions } from './told.ts'

/** A list that is taken out of the text while it comes. */
interface LongList {
  /** What stands before its first entry. In a string it cannot occur: quotes in strings are escaped. */
  readonly opening: string
  /** Between two entries, of which the first keeps one character and the other one. */
  readonly between: '},{' | '","' | ','
  /** What closes it behind an entry; the bracket comes last. */
  readonly closing: '}]' | '"]' | ']'
  readonly take: (entries: readonly never[]) => void
}

/** Enough that looking costs little beside parsing. */
const STRETCH = 262_144

/**
 * Reads the canonical text of an input while it comes, in pieces of any length, so that the facts of
 * a million members are never one string: the columns of the tree and the positions are taken out
 * entry by entry, in the order of their names, and what is left is parsed at the end. A text that is
 * cut in the wrong place does not parse, so nothing is misread.
 */
export class ToldReader {
  readonly #nodes: ToldNodes = {
    ...{ balancesLeft: [], balancesRight: [], countedFees: [], inviters: [], memberIds: [] },
    ...{ paidInRound: [], parents: [], sides: [], standings: [] },
  }
  readonly #positions: ToldPositions = {
    ...{ ids: [], memberIds: [], quantities: [], openingValues: [], paid: [], settlements: [] },
    ...{ unlockAsked: [], renews: [] },
  }
  readonly #stretch: number
  /** Lists that are still to come; the first one may be open. */
  readonly #lists: LongList[]
  #isOpen = false
  /** All that stands outside the lists. */
  readonly #outside: string[] = []
  #text = ''

  /** `stretch`: characters that are looked at at once. */
  constructor(stretch = STRETCH) {
    this.#stretch = stretch
    const { balancesLeft, balancesRight, countedFees, paidInRound, memberIds } = this.#nodes
    const { inviters, parents, sides, standings } = this.#nodes
    this.#lists = [
      amounts('"balancesLeft":[', balancesLeft),
      amounts('"balancesRight":[', balancesRight),
      amounts('"countedFees":[', countedFees),
      numbers('"inviters":[', inviters),
      words('"memberIds":[', memberIds),
      amounts('"paidInRound":[', paidInRound),
      numbers('"parents":[', parents),
      numbers('"sides":[', sides),
      numbers('"standings":[', standings),
      {
        ...{ opening: '"positions":[', between: '},{', closing: '}]' },
        take: entries => takePositions(this.#positions, entries),
      },
    ]
  }

  /** @throws SyntaxError for a text that is not what it seems. */
  add(piece: string): void {
    this.#text += piece
    if (this.#text.length >= this.#stretch) while (this.#step());
  }

  /** @throws RangeError when a list is missing or is not closed. */
  end(): ToldInput {
    while (this.#step());
    const [missing] = this.#lists
    if (missing)
      throw new RangeError(`the text of the input does not have all of ${missing.opening}`)
    this.#outside.push(this.#text)
    const rest = JSON.parse(this.#outside.join('')) as ToldInput
    return {
      ...rest,
      dynamics: { ...rest.dynamics, nodes: this.#nodes },
      statics: { ...rest.statics, positions: this.#positions },
    }
  }

  /** Answers whether another look at the text may find more. */
  #step(): boolean {
    const [list] = this.#lists
    if (!list) return false
    return this.#isOpen ? this.#readEntries(list) : this.#open(list)
  }

  #open({ opening }: LongList): boolean {
    const found = this.#text.indexOf(opening)
    // The last characters may be the beginning of what is looked for.
    const upTo = found < 0 ? this.#text.length - opening.length : found + opening.length
    if (upTo > 0) this.#skip(upTo)
    this.#isOpen = found >= 0
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
    take(JSON.parse(`[${this.#text.slice(0, length)}]`) as never[])
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

const numbers = (opening: string, column: number[]): LongList => ({
  ...{ opening, between: ',', closing: ']' },
  take: (entries: readonly number[]) => {
    for (const entry of entries) column.push(entry)
  },
})

const words = (opening: string, column: string[]): LongList => ({
  ...{ opening, between: '","', closing: '"]' },
  take: (entries: readonly string[]) => {
    for (const entry of entries) column.push(entry)
  },
})

const amounts = (opening: string, column: bigint[]): LongList => ({
  ...{ opening, between: '","', closing: '"]' },
  take: (entries: readonly string[]) => {
    // Most of a large tree has nothing: 0n is one object for all.
    for (const entry of entries) column.push(entry === '0' ? 0n : BigInt(entry))
  },
})

function takePositions(all: ToldPositions, entries: readonly ToldPosition[]): void {
  for (const one of entries) {
    all.ids.push(one.id)
    all.memberIds.push(one.memberId)
    all.quantities.push(BigInt(one.quantity))
    all.openingValues.push(BigInt(one.openingValue))
    all.paid.push(BigInt(one.paid))
    all.settlements.push(one.settlements)
    all.unlockAsked.push(one.unlockAsked)
    all.renews.push(one.renews)
  }
}
