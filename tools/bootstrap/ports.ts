import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** A TCP port on 127.0.0.1 that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return listenOnce(0)
}

/** True when a server could listen on this port right now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await listeningFails(port, '127.0.0.1')) === undefined
}

/** The system's code for why no server could listen there right now, or `undefined`. */
export async function listeningFails(port: number, host: string): Promise<string | undefined> {
  return listenOnce(port, host).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
}

/**
 * The port written in `file`, if it is still free, else a new one, which is then written there: so a
 * restart keeps its addresses wherever it can.
 */
export async function rememberedPort(file: string, wanted?: number): Promise<number> {
  if (wanted !== undefined) return wanted
  const known = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN
  if (Number.isInteger(known) && known > 0 && (await isPortFree(known))) return known
  const port = await freePort()
  writeFileSync(file, `${port}\n`)
  return port
}

function listenOnce(port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => {
      const address = probe.address()
      const bound = typeof address === 'object' && address !== null ? address.port : port
      probe.close(() => resolve(bound))
    })
  })
}
