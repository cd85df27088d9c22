import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Between } from './http-system.ts'

/** A connection between the server and its database that can be cut and restored. */
export async function startSwitch(): Promise<{
  between: Between
  /** Drops every connection and accepts no new one. */
  cut(): void
  mend(): void
  stop(): void
}> {
  const open = new Set<Socket>()
  let isCut = false
  let target = { host: '127.0.0.1', port: 0 }
  const server = createServer(near => {
    if (isCut) return void near.destroy()
    const far = connect(target)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const hangUp = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    between: async databaseUrl => {
      const url = new URL(databaseUrl)
      target = { host: url.hostname, port: Number(url.port) }
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    cut: () => {
      isCut = true
      hangUp()
    },
    mend: () => {
      isCut = false
    },
    stop: () => {
      hangUp()
      server.close()
    },
  }
}
