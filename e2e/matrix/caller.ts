import { randomBytes } from 'node:crypto'
import type { DemoAccount } from '../product.ts'

/** What a login gives, as the app keeps it on a device. */
export interface Login {
  deviceCode: string
  user: { uuid: string; accountId: string; nickname: string; token: string }
}

/** A member who asks the house beside the pages. */
export class Caller {
  readonly #url: string
  readonly login: Login

  private constructor(url: string, login: Login) {
    this.#url = url
    this.login = login
  }

  static async open(url: string, { accountId, loginPassword }: DemoAccount): Promise<Caller> {
    const deviceCode = randomBytes(32).toString('hex')
    const { token, user } = await ask(`${url}/api/session/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accountId, loginPassword, deviceCode }),
    })
    return new Caller(url, { deviceCode, user: { ...user, token } })
  }

  // biome-ignore lint/suspicious/noExplicitAny: what the wire holds is the contract's affair.
  get(path: string): Promise<any> {
    return ask(this.#url + path, { headers: this.#headers })
  }

  // biome-ignore lint/suspicious/noExplicitAny: what the wire holds is the contract's affair.
  post(path: string, body: object = {}): Promise<any> {
    return ask(this.#url + path, {
      method: 'POST',
      headers: {
        ...this.#headers,
        'content-type': 'application/json',
        'idempotency-key': randomBytes(16).toString('hex'),
      },
      body: JSON.stringify(body),
    })
  }

  /** Uploads a picture; answers its id. */
  async upload(png: Uint8Array<ArrayBuffer>): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([png], { type: 'image/png' }), 'voucher.png')
    const request = { method: 'POST', headers: this.#headers, body: form }
    return (await ask(`${this.#url}/api/uploads`, request)).id
  }

  get #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.login.user.token}` }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what the wire holds is the contract's affair.
async function ask(url: string, request: RequestInit): Promise<any> {
  const response = await fetch(url, request)
  const { code, msg, data } = (await response.json()) as {
    code: number
    msg: string
    data: unknown
  }
  if (code !== 1) throw new Error(`${url} answered ${code}: ${msg}`)
  return data
}
