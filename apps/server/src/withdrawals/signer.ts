import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import {
  type Approval,
  addressNoted,
  type CollectionAnswer,
  type CollectionList,
  collectionAnswer,
  collectionList,
  mostStates,
  type Payout,
  type PayoutOrder,
  payout,
  payoutsKnown,
  type SignedPage,
  type SignerRefusal,
  type SignerStatus,
  signedPage,
  signerPaths,
  signerRefusal,
  signerStatus,
  voided,
} from '@banyan/payouts'
import type { z } from 'zod'
import { traced, traceHeaders } from '../platform/tracing/spans.ts'

/** The signer refused, and nothing was signed by this request. */
export class SignerRefused extends Error {
  readonly refused: SignerRefusal
  readonly detail: string
  readonly retryAt: Date | null
  constructor({ refused, detail, retryAt }: z.output<typeof signerRefusal>) {
    super(`the signer refused: ${refused}`)
    this.refused = refused
    this.detail = detail
    this.retryAt = retryAt === null ? null : new Date(retryAt)
  }
}

/**
 * The signer did not answer, or not by the protocol. The request may have been carried out all the
 * same.
 */
export class SignerAway extends Error {}

/** The signer, over its local socket. Every call may be repeated: a withdrawal is signed once. */
export interface Signer {
  status(): Promise<SignerStatus>
  /** Announces an address. Returns since when the signer knows it. */
  noteAddress(address: string): Promise<Date>
  /**
   * Hands an order over, or asks again about an earlier one.
   * @throws SignerRefused, SignerAway
   */
  pay(order: PayoutOrder, approvals: readonly Approval[]): Promise<Payout>
  /**
   * Makes the signer never sign anything for a withdrawal. Returns since when.
   * @throws SignerRefused, SignerAway
   */
  void(withdrawalId: string): Promise<Date>
  /**
   * The status of those of some payouts that were signed.
   * @throws SignerRefused, SignerAway
   */
  payouts(withdrawalIds: readonly string[]): Promise<Payout[]>
  /**
   * A page of what it has signed and what had not ended up to a final block, in the order of the
   * signing, from the `next` of the page before.
   * @throws SignerRefused, SignerAway
   */
  signed(beyond: number, after: number): Promise<SignedPage>
  /**
   * Requests the next step of collecting for recharge addresses of a deposit key.
   * @throws SignerRefused, SignerAway
   */
  collect(xpub: string, indexes: readonly number[]): Promise<CollectionAnswer>
  /**
   * The settings of its collections, and what it has signed for them from a place on.
   * @throws SignerRefused, SignerAway
   */
  collections(after: number): Promise<CollectionList>
}

const TIMEOUT_MS = 10_000
/** The maximal length of an answer. */
const LONGEST = 1_000_000

/**
 * Opens a client of the configured signer. The token is read each time, so that it can be replaced.
 */
export function openSigner({ socket, tokenFile }: { socket: string; tokenFile: string }): Signer {
  const ask = async <T>(schema: z.ZodType<T>, path: string, body?: unknown): Promise<T> => {
    const token = (await readFile(tokenFile, 'utf8').catch(away)).trim()
    const { status, text } = await traced(
      () => callSpan(path, body),
      () => send({ socket, path, token, body }),
    )
    const answer = jsonOf(text)
    if (status === 200) return fit(schema, answer)
    throw new SignerRefused(fit(signerRefusal, answer))
  }
  return {
    status: () => ask(signerStatus, signerPaths.status),
    noteAddress: async address =>
      new Date((await ask(addressNoted, signerPaths.addresses, { address })).firstSeenAt),
    pay: (order, approvals) => ask(payout, signerPaths.payouts, { order, approvals }),
    void: async withdrawalId =>
      new Date((await ask(voided, signerPaths.voids, { withdrawalId })).voidedAt),
    payouts: async withdrawalIds => {
      const known: Payout[] = []
      for (let first = 0; first < withdrawalIds.length; first += mostStates) {
        const some = { withdrawalIds: withdrawalIds.slice(first, first + mostStates) }
        known.push(...(await ask(payoutsKnown, signerPaths.states, some)).payouts)
      }
      return known
    },
    signed: (beyond, after) => ask(signedPage, signerPaths.signed, { beyond, after }),
    collect: (xpub, indexes) => ask(collectionAnswer, signerPaths.collections, { xpub, indexes }),
    collections: after => ask(collectionList, `${signerPaths.collections}?after=${after}`),
  }
}

function away(error: unknown): never {
  throw new SignerAway('the signer does not answer', { cause: error })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return away(error)
  }
}

function fit<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer)
  return read.success ? read.data : away(read.error)
}

/** The span of a call to the signer, named by its path without a place in a list. */
function callSpan(path: string, body: unknown) {
  const [route = ''] = path.split('?')
  const method = body === undefined ? 'GET' : 'POST'
  return {
    name: `signer ${method} ${route}`,
    kind: 'client' as const,
    facts: { 'http.request.method': method, 'http.route': route },
  }
}

interface Asked {
  socket: string
  path: string
  token: string
  /** A POST where there is one, otherwise a GET. */
  body?: unknown
}

const send = ({ socket, path, token, body }: Asked): Promise<{ status: number; text: string }> =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const call = request(
      {
        socketPath: socket,
        path,
        method: payload === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...traceHeaders(),
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      response => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          if (text.length > LONGEST) call.destroy(new Error('the answer is too long'))
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      },
    )
    call.on('error', reject)
    call.end(payload)
  }).catch(away)
