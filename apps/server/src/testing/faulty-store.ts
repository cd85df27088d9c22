import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { startObjectStore, storeSettings, whyNoObjectStore } from '@banyan/tools/object-store'
import type { ObjectStoreConfig } from '../platform/config.ts'

/** What happens to requests on their way to the store. */
export type StoreFault =
  | 'none'
  /** Connections are closed without an answer. */
  | 'down'
  /** Nothing is ever answered. */
  | 'silent'
  /** Everything is answered with 503. */
  | 'busy'
  /** The next request is answered with 500; the others pass. */
  | 'failsOnce'
  /** The next request reaches the store and is carried out, but its answer is lost. */
  | 'losesAnAnswer'
  /** A request that brings a body is cut in the middle of it. */
  | 'cutsWhatComes'
  /** An answer is cut in the middle of its body. */
  | 'cutsAnswers'
  /** An answer ends in the middle of its body, and the connection stays open. */
  | 'stallsAnswers'

const why = whyNoObjectStore()
if (why !== null) console.warn(`No claim about a store of objects is tried: ${why}`)
/** False on a machine that has no Debian, or does not reach its packages. */
export const hasObjectStore = why === null
/** The places of uploads that can be tried here. */
export const placesOfUploads = hasObjectStore ? ['folder', 'store'] : ['folder']

/**
 * OpenStack Swift with its S3 interface, behind a proxy that a test can make fail; `tls` puts the
 * proxy behind a certificate.
 */
export async function startFaultyStore(tls?: { key: string; cert: string }) {
  const store = await startObjectStore()
  let fault: StoreFault = 'none'
  let asked: string[] = []
  const waiting = new Set<ServerResponse>()

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url, headers } = incoming
    asked.push(method)
    const now = fault
    if (now === 'failsOnce' || now === 'losesAnAnswer') fault = 'none'
    if (now === 'down') return void incoming.socket.destroy()
    if (now === 'silent') return void waiting.add(outgoing)
    if (now === 'busy' || now === 'failsOnce') {
      incoming.resume()
      return void outgoing.writeHead(now === 'busy' ? 503 : 500).end()
    }
    const onward = { port: store.port, host: '127.0.0.1', method, path: url, headers }
    const passed = request(onward, reply => {
      if (now === 'losesAnAnswer') return void reply.resume().on('end', () => outgoing.destroy())
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
      if (now !== 'cutsAnswers' && now !== 'stallsAnswers') return void reply.pipe(outgoing)
      reply.once('data', (part: Buffer) => {
        outgoing.write(part.subarray(0, part.length / 2), () => {
          if (now === 'cutsAnswers') outgoing.destroy()
          else waiting.add(outgoing)
        })
        reply.destroy()
      })
    })
    passed.on('error', () => outgoing.destroy())
    if (now === 'cutsWhatComes' && method === 'PUT')
      incoming.once('data', (part: Buffer) =>
        passed.write(part.subarray(0, part.length / 2), () => {
          passed.destroy()
          incoming.destroy()
        }),
      )
    else incoming.pipe(passed)
  }
  const proxy: Server = tls ? createTlsServer(tls, answer) : createServer(answer)
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const settings: ObjectStoreConfig = {
    ...storeSettings,
    endpoint: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    caFile: null,
  }
  return {
    /** What the store is, with its version. */
    version: store.version,
    settings,
    /** The settings as a process gets them. */
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    /** From now on; forgets what was asked. */
    fail: (how: StoreFault) => {
      fault = how
      asked = []
      if (how !== 'none') return
      for (const one of waiting) one.destroy()
      waiting.clear()
    },
    /** The methods of the requests that came. */
    asked: () => asked,
    stop: async () => {
      for (const one of waiting) one.destroy()
      proxy.closeAllConnections()
      await new Promise(resolve => proxy.close(resolve))
      await store.stop()
    },
  }
}
