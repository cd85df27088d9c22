import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { birthOf } from '../bootstrap/processes.ts'
import { StartRefused } from '../bootstrap/refusal.ts'
import { addresses, type HostName, outside } from './topology.ts'

const bridge = 'banyan-drill'
const hosts = Object.keys(addresses) as HostName[]
const namespaceOf = (host: HostName): string => `banyan-drill-${host}`
const cableOf = (host: HostName): string => `bdrill-${host}`

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' })

/** The command that runs the rest of its arguments on a machine. */
export const on = (host: HostName): string[] => ['ip', 'netns', 'exec', namespaceOf(host)]

/** The processes of a machine. */
export function processesOf(host: HostName): number[] {
  const { stdout } = spawnSync('ip', ['netns', 'pids', namespaceOf(host)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

/**
 * Makes the network: a bridge, and a cable to each machine.
 * @throws StartRefused while another drill runs, and where no network can be made.
 */
export function openNetwork(): void {
  if (process.getuid?.() !== 0)
    throw new StartRefused('The drill makes network namespaces: run it as root.')
  if (isHeld()) throw new StartRefused('Another drill is running on this machine.')
  closeNetwork()
  writeFileSync(holder, JSON.stringify({ pid: process.pid, since: birthOf(process.pid) }))
  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${outside}/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    for (const host of hosts) {
      const name = namespaceOf(host)
      ip('netns', 'add', name)
      ip('link', 'add', cableOf(host), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
      ip('link', 'set', cableOf(host), 'master', bridge, 'up')
      ip('-n', name, 'addr', 'add', `${addresses[host]}/24`, 'dev', 'eth0')
      ip('-n', name, 'link', 'set', 'eth0', 'up')
      ip('-n', name, 'link', 'set', 'lo', 'up')
    }
  } catch (error) {
    closeNetwork()
    throw new StartRefused(
      `This system lets nobody make network namespaces (${(error as Error).message.trim()}).`,
    )
  }
}

/** Names the drill that has the network. */
const holder = '/run/banyan-drill.json'

function isHeld(): boolean {
  if (!existsSync(holder)) return false
  const { pid, since } = JSON.parse(readFileSync(holder, 'utf8'))
  return birthOf(pid) === since
}

/** Ends what still runs on the machines, as after a drill that was killed, and takes the network away. */
export function closeNetwork(): void {
  for (const host of hosts) {
    for (const pid of processesOf(host)) signalQuietly(pid, 'SIGKILL')
    spawnSync('ip', ['link', 'del', cableOf(host)], { stdio: 'ignore' })
    spawnSync('ip', ['netns', 'del', namespaceOf(host)], { stdio: 'ignore' })
  }
  spawnSync('ip', ['link', 'del', bridge], { stdio: 'ignore' })
}

/** Cuts the cable of a machine: nothing arrives any more, and nobody is notified. */
export const cut = (host: HostName): void => ip('link', 'set', cableOf(host), 'nomaster')

/** Puts the cable back. */
export const mend = (host: HostName): void => ip('link', 'set', cableOf(host), 'master', bridge)

/** Cuts the way between two machines alone, in both directions. */
export function cutBetween(one: HostName, other: HostName): void {
  ip('-n', namespaceOf(one), 'route', 'add', 'blackhole', `${addresses[other]}/32`)
  ip('-n', namespaceOf(other), 'route', 'add', 'blackhole', `${addresses[one]}/32`)
}

/** Opens the way between two machines again. */
export function mendBetween(one: HostName, other: HostName): void {
  ip('-n', namespaceOf(one), 'route', 'del', 'blackhole', `${addresses[other]}/32`)
  ip('-n', namespaceOf(other), 'route', 'del', 'blackhole', `${addresses[one]}/32`)
}

/** Sends a signal to a process that may have ended. The number 0 would name this program's own group. */
export function signalQuietly(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined || pid <= 0) return
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}
