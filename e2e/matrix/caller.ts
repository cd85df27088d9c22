import { randomBytes } from 'node:crypto'
import { patientFetch } from '@banyan/tools/patient-fetch'
import type { DemoAccount, DemoOperator } from '../product.ts'

/** The result of a login, as the app stores it on a device. */
export interface Login {
  deviceCode: string
  user: { uuid: string; accountId: string; nickname: string; token: string }
}

/** Calls the API beside the pages. */
export class Caller {
  readonly #url: string
  readonly #token: string

  protected constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  /** An operator, in their own realm. */
  static async openOperator(url: string, { name, password }: DemoOperator): Promise<Caller> {
    return new Caller(url, (await send(`${url}/api/operator/session`, { name, password })).token)
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

  /** As `post`; undefined where it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: what the wire holds is the contract's affair.
  tryPost(path: string, body: object = {}): Promise<any> {
    return this.post(path, body).catch(error => {
      if (/ answered \d+: /.test(String(error))) return undefined
      throw error
    })
  }

  /** Uploads a picture. Returns its id. */
  async upload(png: Uint8Array<ArrayBuffer>): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([png], { type: 'image/png' }), 'voucher.png')
    const request = { method: 'POST', headers: this.#headers, body: form }
    return (await ask(`${this.#url}/api/uploads`, request)).id
  }

  /** Uploads a video or document where this one may; answers what it is. */
  async uploadFile(
    path: string,
    file: { bytes: Uint8Array; name: string },
  ): Promise<{ id: string; name: string }> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name)
    return ask(this.#url + path, { method: 'POST', headers: this.#headers, body: form })
  }

  /** The bytes of a file. */
  async bytes(path: string): Promise<Buffer> {
    const response = await patientFetch(this.#url + path, { headers: this.#headers })
    return Buffer.from(await response.arrayBuffer())
  }

  get #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}` }
  }
}

/** A member of the demonstration. */
export class Member extends Caller {
  readonly account: DemoAccount
  readonly login: Login

  private constructor(url: string, account: DemoAccount, login: Login) {
    super(url, login.user.token)
    this.account = account
    this.login = login
  }

  static async open(url: string, account: DemoAccount): Promise<Member> {
    const { accountId, loginPassword } = account
    const deviceCode = randomBytes(32).toString('hex')
    const { token, user } = await send(`${url}/api/session/login`, {
      accountId,
      loginPassword,
      deviceCode,
    })
    return new Member(url, account, { deviceCode, user: { ...user, token } })
  }
}

const send = (url: string, body: object) =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

// biome-ignore lint/suspicious/noExplicitAny: what the wire holds is the contract's affair.
async function ask(url: string, request: RequestInit): Promise<any> {
  const response = await patientFetch(url, request)
  const { code, msg, data } = (await response.json()) as {
    code: number
    msg: string
    data: unknown
  }
  if (code !== 1) throw new Error(`${url} answered ${code}: ${msg}`)
  return data
}
