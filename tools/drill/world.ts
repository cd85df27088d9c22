import { mkdirSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { approverKeyIn, operatorKeyFile, registerApprovers } from '../bootstrap/approvers.ts'
import { buildWhenStale } from '../bootstrap/build.ts'
import { runGuarded } from '../bootstrap/guard.ts'
import { builtSigner, program, repository } from '../bootstrap/repository.ts'
import type { SeedContext } from '../bootstrap/seeding.ts'
import type { Founded } from '../bootstrap/server.ts'
import { addressVariables } from '../bootstrap/settings.ts'
import { configureSigner, prepareSigner, type SignerPlace } from '../bootstrap/signer.ts'
import { startTestChain, type TestChain } from '../testchain/index.ts'
import { makeDatabase, patronictl, untilPrimary, untilWhole } from './cluster.ts'
import { type DrillCommunity, makeCommunity } from './community.ts'
import { on } from './network.ts'
import { type Host, openHost } from './processes.ts'
import { environmentOf, privatePort, programsFor, sharedFolder } from './programs.ts'
import { frontServices, servicesOf, storeServices } from './services.ts'
import type { Drill } from './settings.ts'
import {
  addresses,
  type HostName,
  type MachineName,
  machineNames,
  outside,
  ports,
} from './topology.ts'
import { watchOf } from './watches.ts'

/** The whole system of the drill, as it runs. */
export interface World {
  drill: Drill
  hosts: Readonly<Record<HostName, Host>>
  /** Where members call. */
  base: string
  context: SeedContext
  community: DrillCommunity
  /** A fault lasts so long, where it does not end by itself. */
  lastsMs: number
  /** The settings with which a program of a machine is run by hand. */
  settingsOf(machine: MachineName, name: 'reconcile'): NodeJS.ProcessEnv
  stop(): Promise<void>
}

/** Builds the system up to its sixty members. Says on the console how far it is. */
export async function openWorld(
  drill: Drill,
  lastsMs: number,
  say: (text: string) => void,
): Promise<World> {
  await buildWhenStale(['server', 'signer'])
  const hosts = {} as Record<HostName, Host>
  for (const name of machineNames) {
    hosts[name] = openHost(drill, name)
    hosts[name].add([...servicesOf(drill, name), watchOf(name)])
  }
  hosts.front = openHost(drill, 'front')
  hosts.front.add(frontServices(drill))
  hosts.store = openHost(drill, 'store')
  hosts.store.add(storeServices(drill))
  const running: { stop(): Promise<unknown> }[] = Object.values(hosts)
  const stop = async () => {
    for (const one of running) await one.stop()
  }
  try {
    say('three machines, etcd, PostgreSQL, a store of uploads')
    for (const host of Object.values(hosts)) await host.boot()
    const primary = await untilPrimary()
    await makeDatabase(drill, primary)
    await untilWhole()
    // As the guide has an operator look at it.
    const list = await patronictl(drill, primary, 'list')
    for (const part of ['Leader', 'Sync Standby', 'Replica'])
      if (!list.includes(part)) throw new Error(`patronictl lists no ${part}:\n${list}`)

    const shared = sharedFolder(drill)
    mkdirSync(join(shared, 'logs'), { recursive: true, mode: 0o700 })
    const { place, chain, forward } = await openChain(shared)
    running.push(chain, { stop: async () => forward.close() })
    const common = commonSettings(shared, chain, place)
    const founded = await migrateOn(drill, 'm1', common)
    await configureSigner(place, {
      chain: { ...chain, rpcUrl: chainUrl },
      operators: founded.operators,
      data: { root: shared },
    })
    const signer = {
      name: 'signer',
      env: { PATH: process.env.PATH, SIGNER_DIR: place.folder },
      command: [process.execPath, builtSigner],
      cwd: repository,
      restarts: true,
    }
    say('the programs of the product')
    for (const name of machineNames) {
      hosts[name].add(programsFor(drill, name, common, signer))
      await hosts[name].boot()
    }
    const base = `https://${addresses.front}`
    await untilServed(machineNames)
    const operatorsUrl = `http://${addresses.m3}:${ports.console}`
    // Its own listener has no readiness; the private port has.
    await untilAnswered(`http://${addresses.m3}:${privatePort('console')}`)
    await registerApprovers(operatorsUrl, founded.operators, shared)
    await chain.supplyGas()
    const context: SeedContext = {
      baseUrl: base,
      operatorsUrl,
      chain,
      ...founded,
      approverKey: name => approverKeyIn(operatorKeyFile(shared, name)),
      firstDay: new Date(),
      demoDays: 0,
      emails: null,
      progress: say,
    }
    say('sixty members')
    const community = await makeCommunity(context)
    return {
      drill,
      hosts,
      base,
      context,
      community,
      lastsMs,
      settingsOf: (machine, name) => environmentOf(drill, machine, name, common),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Where the machines find the node of the chain. */
const chainUrl = `http://${outside}:${ports.chain}`

async function openChain(
  shared: string,
): Promise<{ place: SignerPlace; chain: TestChain; forward: Server }> {
  const folder = join(shared, 'chain')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const place = prepareSigner({ root: shared, chain: folder } as Parameters<
    typeof prepareSigner
  >[0])
  const { address: hot, depositXpub } = place
  const chain = await startTestChain({ dataDir: folder, movesClock: true, hot, depositXpub })
  const port = Number(new URL(chain.rpcUrl).port)
  const forward = createServer(socket => {
    const node = connect(port, '127.0.0.1')
    socket.on('error', () => node.destroy()).pipe(node)
    node.on('error', () => socket.destroy()).pipe(socket)
  })
  await new Promise<void>(resolve => forward.listen(ports.chain, outside, resolve))
  return { place, chain, forward }
}

/** The settings that every program has, besides those of its machine. */
function commonSettings(shared: string, chain: TestChain, signer: SignerPlace): NodeJS.ProcessEnv {
  const uses = Object.keys(addressVariables) as (keyof typeof addressVariables)[]
  return {
    DATA_DIR: shared,
    DEMO: '1',
    // To let a settlement become due, the clock of the platform is moved; production refuses that.
    TEST_HOOKS: '1',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'warn',
    CHAIN_RPC_URLS: chainUrl,
    CHAIN_ID: String(chain.chainId),
    USDT_CONTRACT: chain.usdt,
    DEPOSIT_XPUB: chain.depositXpub,
    TEST_CHAIN_WALLET_URL: chain.walletUrl,
    ...Object.fromEntries(uses.map(use => [addressVariables[use], chain.addresses[use]])),
    SIGNER_SOCKET: signer.socket,
    SIGNER_TOKEN_FILE: signer.tokenFile,
    RULE_CHECK_KEY_FILE: signer.ruleCheckKeyFile,
  }
}

async function migrateOn(
  drill: Drill,
  machine: MachineName,
  common: NodeJS.ProcessEnv,
): Promise<Founded> {
  const [command = '', ...args] = [...on(machine), process.execPath, program('migrate')]
  const env = environmentOf(drill, machine, 'migrate', common)
  const { code, stdout, stderr } = await runGuarded({ command, args, cwd: repository, env })
  if (code !== 0) throw new Error(`the migration ended with ${code}: ${stdout}${stderr}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

/** Waits until the programs of these machines take calls. */
export async function untilServed(
  machines: readonly MachineName[],
  withinMs = 120_000,
): Promise<void> {
  for (const machine of machines)
    await untilAnswered(`http://${addresses[machine]}:${ports.api}`, withinMs)
}

/** Waits until the program at an address is ready. */
async function untilAnswered(url: string, withinMs = 120_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  while (!(await isReady(`${url}/readyz`))) {
    if (performance.now() > giveUpAt) throw new Error(`${url} takes no calls`)
    await sleep(250)
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(4_000) })
    await reply.body?.cancel()
    return reply.status === 200
  } catch {
    return false
  }
}
