import { randomBytes } from 'node:crypto'
import {
  type CallAnswer,
  type Callable,
  type CallInput,
  Client,
  newIdempotencyKey,
  Silent,
} from '@banyan/client'
import {
  answerRiskQuestions,
  challenge,
  challengeText,
  createAccount,
  LOGIN_KEY_INFO,
  login,
  riskQuestions,
  type UploadAnswer,
  uploadPath,
} from '@banyan/domain'
import { riskQuestionBank } from '@banyan/server/risk-questions'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { DemoAccount } from '../seeding.ts'
import { patientFetch } from './patient-fetch.ts'
import { rightAnswers } from './right-answers.ts'
import { voucherPicture } from './voucher.ts'

/** Everyone of the demo community has these; a production start refuses a demo. */
const loginPassword = 'rootleaf88'
const paymentPassword = '592713'

/** A person who uses the platform like every member: through its API, with their own key and device. */
export class DemoMember {
  readonly account: DemoAccount
  /** Of the login key, hex. */
  readonly publicKey: string
  readonly #client: Client
  readonly #baseUrl: string
  readonly #deviceCode = randomBytes(32).toString('hex')
  #token = ''
  #entering: Promise<void> | null = null

  /** Of the member's present session, for a client of another kind. */
  get token(): string {
    return this.#token
  }

  private constructor(baseUrl: string, publicKey: string, account: DemoAccount) {
    this.account = account
    this.publicKey = publicKey
    this.#baseUrl = baseUrl
    this.#client = new Client({ base: baseUrl, fetch: patientFetch, token: () => this.#token })
  }

  /** Creates an account from new entropy; the member's first call is `settleIn`. */
  static async join(baseUrl: string, nickname: string, inviteCode: string): Promise<DemoMember> {
    const client = new Client({ base: baseUrl, fetch: patientFetch })
    const ask = <E extends Callable>(endpoint: E, input: CallInput<E>): Promise<CallAnswer<E>> =>
      client.ask(endpoint, ...([input] as never))
    const seed = hkdf(
      sha256,
      randomBytes(16),
      undefined,
      new TextEncoder().encode(LOGIN_KEY_INFO),
      32,
    )
    const publicKey = bytesToHex(ed25519.getPublicKey(seed))
    const { nonce, origin } = await ask(challenge, { body: { publicKey, purpose: 'create' } })
    const text = challengeText({ purpose: 'create', origin, publicKey, nonce })
    const { accountId } = await ask(createAccount, {
      body: {
        nickname,
        inviteCode,
        loginPassword,
        paymentPassword,
        country: 'SG',
        consent: true,
        publicKey,
        nonce,
        signature: bytesToHex(ed25519.sign(new TextEncoder().encode(text), seed)),
      },
    })
    return new DemoMember(baseUrl, publicKey, {
      accountId,
      nickname,
      loginPassword,
      paymentPassword,
      about: '',
    })
  }

  /** Logs in for the first time and answers the questions on risk. */
  async settleIn(): Promise<void> {
    await this.#login()
    const { questions } = await this.ask(riskQuestions)
    const answers = rightAnswers(riskQuestionBank, questions)
    await this.ask(answerRiskQuestions, { body: { answers } })
  }

  /** A call that only asks, or that changes something other than money. */
  ask<E extends Callable>(endpoint: E, input?: CallInput<E>): Promise<CallAnswer<E>> {
    return this.#awake(() => this.#client.ask(endpoint, ...([input] as never)))
  }

  /** A money call, with a key of its own; the payment password is added where the call wants one. */
  act<E extends Callable & { paymentPassword: boolean }>(
    endpoint: E,
    input: object,
  ): Promise<CallAnswer<E>> {
    const { body, ...rest } = input as { body?: object }
    const whole = {
      ...rest,
      body: endpoint.paymentPassword ? { ...body, paymentPassword } : (body ?? {}),
    }
    const options = { idempotencyKey: newIdempotencyKey() }
    return this.#awake(() => this.#client.ask(endpoint, ...([whole, options] as never)))
  }

  async #login(): Promise<void> {
    const { accountId, loginPassword } = this.account
    const body = { accountId, loginPassword, deviceCode: this.#deviceCode }
    this.#token = (await this.#client.ask(login, { body })).token
  }

  /** Weeks pass between two calls: a person whose session has ended logs in again on the same device. */
  async #awake<T>(call: () => Promise<T>): Promise<T> {
    const token = this.#token
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Silent)) throw error
      if (token === this.#token) await this.#loginOnce()
      return call()
    }
  }

  /** Two calls at once log in once: a second login would end the session of the first. */
  async #loginOnce(): Promise<void> {
    this.#entering ??= this.#login().finally(() => {
      this.#entering = null
    })
    await this.#entering
  }

  /** Uploads a payment voucher. Returns the picture's id. */
  async uploadVoucher(label: number, picture = voucherPicture(label)): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([picture], { type: 'image/png' }), 'voucher.png')
    const response = await patientFetch(`${this.#baseUrl}${uploadPath}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}` },
      body: form,
    })
    const envelope = (await response.json()) as { code: number; msg: string; data: UploadAnswer }
    if (envelope.code !== 1) throw new Error(`a voucher was refused: ${envelope.msg}`)
    return envelope.data.id
  }
}
