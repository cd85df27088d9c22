import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Between } from './http-system.ts'

/** A connection between the server and its database that can be cut, silenced and restored. */
export async function startSwitch(): Promise<{
  between: Between
  /** Drops every connection and accepts no new one. */
  cut(): void
  /** Keeps every connection and passes nothing on, as a firewall does that has forgotten them. */
  silence(): void
  mend(): void
  stop(): void
}> {
  const open = new Set<Socket>()
  let isCut = false
  let isSilent = false
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
    near.on('data', bytes => isSilent || far.write(bytes))
    far.on('data', bytes => isSilent || near.write(bytes))
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
    silence: () => {
      isSilent = true
    },
    mend: () => {
      isCut = false
      isSilent = false
    },
    stop: () => {
      hangUp()
      server.close()
    },
  }
}
