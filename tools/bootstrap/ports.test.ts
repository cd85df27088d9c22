import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isPortFree } from './ports.ts'

const systems = '/proc/sys/net/ipv4/ip_local_port_range'

test.runIf(existsSync(systems))('a free port is none that a connection may take', async () => {
  const [first] = readFileSync(systems, 'utf8').split(/\s+/).map(Number) as [number]
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(Math.max(...ports)).toBeLessThan(first)
})

test.runIf(process.platform === 'linux')(
  'a free port is given once, also before a server is there',
  async () => {
    // Without a claim some of them are the same, as good as always.
    const ports = new Set<number>()
    for (let drawn = 0; drawn < 500; drawn++) ports.add(await freePort())
    expect(ports.size).toBe(500)
  },
)

test('a free port can be listened on, and is not free then', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  expect(await isPortFree(port)).toBe(false)
  await new Promise(resolve => server.close(resolve))
  expect(await isPortFree(port)).toBe(true)
})
