import { createHash, timingSafeEqual } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  addressNotice,
  collectionRequest,
  payoutRequest,
  signedRequest,
  signerPaths,
  signerRefusal,
  statesRequest,
  voidRequest,
} from '@banyan/payouts'
import { z } from 'zod'
import { ChainAway } from './chain.ts'
import { inTraceOf, type Log } from './log.ts'
import { Refused, refuse } from './refusal.ts'
import type { Signer } from './signer.ts'

const largestBody = 16_384

/** The number of skipped items. */
const place = z
  .string()
  .regex(/^[0-9]{1,12}$/)
  .transform(Number)

type Answer = (body: unknown, path: string) => Promise<unknown>

/**
 * A burst of the server's calls waits here instead of being rejected; the system may allow fewer.
 */
const backlog = 4_096

/**
 * Listens on a socket that only this user can open, or the socket's group as well, in place of one
 * that a dead process left.
 */
export async function listen(
  server: Server,
  socket: string,
  { forGroup = false } = {},
): Promise<void> {
  rmSync(socket, { force: true })
  const before = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ path: socket, backlog }, resolve)
    })
  } finally {
    process.umask(before)
  }
  chmodSync(socket, forGroup ? 0o660 : 0o600)
}

/** Serves the server's requests: the paths of the protocol, each with the token. */
export function serveProtocol(signer: Signer, token: string, log: Log): Server {
  const answerTo = (method: string, path: string): Answer | null => {
    if (method === 'GET' && path === signerPaths.status) return () => signer.status()
    if (method === 'POST' && path === signerPaths.addresses)
      return async body => signer.note(read(addressNotice, body).address)
    if (method === 'POST' && path === signerPaths.states)
      return async body => ({ payouts: signer.known(read(statesRequest, body).withdrawalIds) })
    if (method === 'POST' && path === signerPaths.signed)
      return async body => signer.signed(read(signedRequest, body))
    if (method === 'POST' && path === signerPaths.voids)
      return async body => signer.void(read(voidRequest, body).withdrawalId)
    if (method === 'POST' && path === signerPaths.payouts)
      return async body => signer.pay(read(payoutRequest, body))
    if (method === 'POST' && path === signerPaths.collections)
      return async body => signer.collect(read(collectionRequest, body))
    if (method === 'GET' && path.startsWith(`${signerPaths.collections}?after=`))
      return async () =>
        signer.collections(read(place, path.slice(`${signerPaths.collections}?after=`.length)))
    if (method === 'GET' && path.startsWith(`${signerPaths.payouts}/`))
      return async () => signer.payout(path.slice(signerPaths.payouts.length + 1))
    return null
  }
  const isToken = sameAs(token)
  return createServer((request, response) => {
    const path = request.url ?? ''
    const answered = async () => {
      if (!isToken(request.headers.authorization))
        refuse('unauthorised', 'the token is another one')
      const answer = answerTo(request.method ?? '', path)
      if (answer === null) return refuse('malformed', 'there is no such call')
      return answer(request.method === 'POST' ? await readJson(request) : null, path)
    }
    void inTraceOf(request.headers.traceparent, () =>
      answered().then(
        body => {
          send(response, 200, body)
          if (request.method === 'POST' && path === signerPaths.payouts)
            response.once('finish', () => signer.context.reached('after-answer'))
        },
        error => sendRefusal(response, error, log),
      ),
    )
  })
}

const statuses: Partial<Record<z.output<typeof signerRefusal>['refused'], number>> = {
  malformed: 400,
  unauthorised: 401,
  notFound: 404,
  halted: 503,
  chainAway: 503,
}

function sendRefusal(response: ServerResponse, error: unknown, log: Log): void {
  const refused = refusalOf(error)
  if (refused === null) {
    log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'a request failed')
    response.destroy()
    return
  }
  const { message: detail, retryAt } = refused
  const body = { refused: refused.refused, detail, retryAt: retryAt?.toISOString() ?? null }
  send(response, statuses[refused.refused] ?? 409, signerRefusal.parse(body))
}

function refusalOf(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  return error instanceof ChainAway ? new Refused('chainAway', error.message) : null
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, error } = schema.safeParse(body)
  return data ?? refuse('malformed', error ? z.prettifyError(error) : 'nothing was sent')
}

/** Reads the JSON of a request, up to a small size. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > largestBody) refuse('malformed', 'the body is too large')
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return refuse('malformed', 'the body is no JSON')
  }
}

/** Sends JSON. */
export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Compares in a time that does not reveal where two texts differ. */
function sameAs(token: string): (header: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(`Bearer ${token}`)
  return header => timingSafeEqual(digest(header ?? ''), wanted)
}
