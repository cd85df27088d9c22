import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

/**
 * Ports that no system takes by itself for the near end of a connection: Linux begins at 32,768, most
 * others at 49,152. One of theirs, free a moment ago, may be a connection's before a server is there.
 */
const OURS = { from: 20_000, to: 32_768 }
const TRIES = 1_000

/** Longer than a busy machine needs from a port's choice to a server on it. */
const CLAIMED_MS = 60_000

/**
 * Returns a TCP port on 127.0.0.1 that is free at this moment and that this function has not just
 * given to another process.
 * @throws Error when none is found.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = randomInt(OURS.from, OURS.to)
    if ((await claim(port)) && (await isPortFree(port))) return port
  }
  throw new Error(`no free port between ${OURS.from} and ${OURS.to}`)
}

/**
 * Claims a port for a while before all processes of this machine; false when it is another's. The claim is
 * a socket in Linux's abstract namespace, which ends with its process; where there is none, all is granted.
 */
function claim(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const sign = createServer().unref()
    sign.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    sign.listen(`\0banyan port ${port}`, () => {
      setTimeout(() => sign.close(), CLAIMED_MS).unref()
      resolve(true)
    })
  })
}

/** True when a server could listen on this port right now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await listeningFails(port, '127.0.0.1')) === undefined
}

/** The system's code for why no server could listen there right now, or `undefined`. */
export function listeningFails(port: number, host: string): Promise<string | undefined> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

/**
 * The port written in `file`, if it is still free, else a new one, which is then written there: so a
 * restart keeps its addresses wherever it can. `first` is tried before any other new one.
 */
export async function rememberedPort(
  file: string,
  { wanted, first }: { wanted?: number | undefined; first?: number } = {},
): Promise<number> {
  if (wanted !== undefined) return wanted
  const known = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN
  if (Number.isInteger(known) && known > 0 && (await isPortFree(known))) return known
  const port = first !== undefined && (await isPortFree(first)) ? first : await freePort()
  writeFileSync(file, `${port}\n`)
  return port
}
