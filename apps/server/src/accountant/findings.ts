/**
 * The differences found, section by section. Every row of a broken book can be a finding: the first
 * are named, the rest counted.
 */
export class Findings {
  #section: string[] = []
  #unnamed = 0
  total = 0
  readonly #print: (line: string) => void

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  add(what: string): void {
    this.total++
    if (this.#section.length < NAMED) this.#section.push(what)
    else this.#unnamed++
  }

  /** Ends a section: a line with what was checked, and every finding under it. */
  close(section: string, scope: string): void {
    const count = this.#section.length + this.#unnamed
    const verdict = count === 0 ? 'ok' : count === 1 ? '1 difference' : `${count} differences`
    this.#print(`${section}: ${verdict} (${scope})`)
    for (const what of this.#section) this.#print(`  ${what}`)
    if (this.#unnamed > 0) this.#print(`  and ${this.#unnamed} more`)
    this.#section = []
    this.#unnamed = 0
  }

  note(what: string): void {
    this.#print(`  note: ${what}`)
  }
}

const NAMED = 50

/** 1234567 as 1,234,567. */
export const counted = (count: number): string => count.toLocaleString('en-US')
