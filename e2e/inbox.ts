import { until } from '@banyan/tools/until'
import { patienceMs } from './patience.ts'

/** An e-mail as the development inbox lists it. */
export interface Email {
  id: number
  subject: string | null
  text: string
}
const codeIn = ({ text }: Email): string | undefined => /\b\d{6}\b/.exec(text)?.[0]

/** The development inbox, which receives every e-mail of the product. */
export class Inbox {
  readonly #url: string
  readonly #read = new Set<Email['id']>()

  constructor(url: string) {
    this.#url = url
  }

  /** Returns the first matching e-mail to an address that was not read here yet; waits for it. */
  async next(address: string, isIt: (email: Email) => boolean): Promise<Email> {
    const url = `${this.#url}/api/letters?to=${encodeURIComponent(address)}`
    let subjects = ''
    const read = async () => {
      const { items } = (await (await fetch(url)).json()) as { items: Email[] }
      subjects = items.map(({ subject }) => subject).join(', ')
      return items.filter(one => !this.#read.has(one.id) && isIt(one)).at(-1)
    }
    const what = () => `an e-mail to ${address} beside those (${subjects})`
    const next = await until(what, read, { ms: patienceMs, everyMs: 50 })
    this.#read.add(next.id)
    return next
  }

  /** Returns the code in the next e-mail to an address that was not read here yet. */
  async codeTo(address: string): Promise<string> {
    return codeIn(await this.next(address, one => codeIn(one) !== undefined)) as string
  }
}
