import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { PushPayload } from '@banyan/domain'
import webPush, { type PushSubscription, type RequestOptions } from 'web-push'
import type { ServiceAnswer } from './decide.ts'
import { isPublicAddress } from './services.ts'

const TIMEOUT_MS = 5_000

/** Looks a name up at the moment of the connection, and returns only public addresses. */
const publicLookup: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const open = addresses.filter(one => isPublicAddress(one.address))
    const first = open[0]
    if (!first) return done(new Error('the push service has no public address'), '')
    if (options.all) done(null, open)
    else done(null, first.address, first.family)
  })

const agent = new Agent({ lookup: publicLookup })

/**
 * RFC 8291, 4: a push service must accept a record of 4,096 bytes; ours are far smaller, and all of
 * one length.
 */
const PADDED_BYTES = 512

/**
 * Encrypts a message (RFC 8291), signs the request (RFC 8292) and sends it. Every message has the
 * same length, so that the length does not reveal its kind. Does not follow redirects, and reads
 * only the head of the response. Never throws for a network error.
 */
export async function sendPush(
  subscription: PushSubscription,
  payload: PushPayload,
  options: RequestOptions,
): Promise<ServiceAnswer> {
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    subscription,
    padded(payload),
    options,
  )
  const isTls = new URL(endpoint).protocol === 'https:'
  return new Promise(resolve => {
    const request = (isTls ? requestHttps : requestHttp)(
      endpoint,
      {
        method,
        headers: { ...headers },
        ...(isTls ? { agent } : {}),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      response => {
        resolve({
          status: response.statusCode ?? 0,
          retryAfterS: secondsOf(response.headers['retry-after']),
        })
        response.destroy()
      },
    )
    request.on('error', () => resolve(null))
    request.end(body)
  })
}

/** Spaces after a JSON text are not part of it. */
export function padded(payload: PushPayload): Buffer {
  const text = Buffer.from(JSON.stringify(payload))
  if (text.length > PADDED_BYTES)
    throw new Error('the push message is longer than the fixed length')
  return Buffer.concat([text, Buffer.alloc(PADDED_BYTES - text.length, ' ')])
}

const secondsOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
