import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallAnswer,
  type Callable,
  type CallInput,
  Client,
  isSilent,
  isTransport,
} from '@banyan/client'
import { login } from '@banyan/domain'
import { type Act, actWithKey } from '@banyan/tools/acting'

/** A person presses the button again this long after a call has failed. */
const PRESS_AGAIN_MS = 500
/** Longer than any fault lasts. */
const PATIENCE_MS = 300_000

export interface Account {
  accountId: string
  loginPassword: string
  paymentPassword: string
}

/** Where people call, over which network, and what they record. */
export interface Calls {
  baseUrl: string
  fetch: typeof fetch
  acts: Act[]
}

/** A member who presses a button until the server has answered, with one key for each act. */
export class Person {
  readonly account: Account
  readonly #calls: Calls
  readonly #client: Client
  readonly #deviceCode = randomBytes(32).toString('hex')
  #token = ''

  private constructor(calls: Calls, account: Account) {
    this.account = account
    this.#calls = calls
    const { baseUrl: base, fetch } = calls
    this.#client = new Client({ base, fetch, token: () => this.#token })
  }

  static async login(calls: Calls, account: Account): Promise<Person> {
    const person = new Person(calls, account)
    await person.#login()
    return person
  }

  /** Of the present session. */
  get token(): string {
    return this.#token
  }

  /** A call that moves no money, repeated while the server is away. */
  ask<E extends Callable>(endpoint: E, input?: CallInput<E>): Promise<CallAnswer<E>> {
    return this.#insist(() => this.#client.ask(endpoint, ...([input] as never)))
  }

  /**
   * A money call; the payment password is added where it is wanted. Returns null when it was
   * refused.
   * @throws Error when no answer came within five minutes.
   */
  async act<E extends Callable & { id: string; paymentPassword: boolean }>(
    endpoint: E,
    input: { params?: object; body?: object },
  ): Promise<CallAnswer<E> | null> {
    const again = async (error: unknown, { begunAt }: Act): Promise<boolean> => {
      if (isSilent(error)) await this.#login()
      return isSilent(error) || (isTransport(error) && performance.now() - begunAt < PATIENCE_MS)
    }
    const { acts } = this.#calls
    const acting = { client: this.#client, account: this.account, acts, again }
    return actWithKey({ ...acting, pressAgainMs: PRESS_AGAIN_MS }, endpoint, input)
  }

  async #insist<T>(call: () => Promise<T>): Promise<T> {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (isSilent(error)) await this.#login()
        else if (!isTransport(error) || performance.now() > until) throw error
      }
      await sleep(PRESS_AGAIN_MS)
    }
  }

  async #login(): Promise<void> {
    const { accountId, loginPassword } = this.account
    const body = { accountId, loginPassword, deviceCode: this.#deviceCode }
    const { token } = await this.#insist(() => this.#client.ask(login, { body }))
    this.#token = token
  }
}
