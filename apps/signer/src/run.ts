import { setTimeout as sleep } from 'node:timers/promises'
import { ChainAway, openChain } from './chain.ts'
import { type Config, filesOf, readConfig, readPassphrase, readToken } from './config.ts'
import { serveControl } from './control.ts'
import { type DepositKey, depositKeyFiles, openDepositKeyFile } from './deposit-key.ts'
import { listen, serveProtocol } from './http.ts'
import { openKeyFile } from './key-store.ts'
import { takeFolder } from './lock.ts'
import { type Log, openLog } from './log.ts'
import { UnusableSettings } from './refusal.ts'
import { openSigner, type Signer } from './signer.ts'

type Environment = Record<string, string | undefined>

/**
 * Runs the signer over its folder until the process is stopped.
 * @throws UnusableSettings when something has to be corrected first.
 */
export async function run(folder: string, env: Environment): Promise<void> {
  const log = openLog()
  const config = readConfig(folder, env)
  const token = readToken(config.folder)
  const files = filesOf(config.folder)
  const lock = await takeFolder(config.folder)
  const passphrase = readPassphrase(config.folder, env)
  const key = openKeyFile(files.key, passphrase)
  const depositKeys = config.collection ? openDepositKeys(config.folder, passphrase) : []
  if (config.collection?.cold === key.address)
    throw new UnusableSettings(
      `${files.config}: collection.cold is the hot wallet: set the cold address.`,
    )
  const chain = openChain({ rpcUrls: config.rpcUrls, token: config.token, address: key.address })
  const signer = await whenChainAnswers(config, log, () =>
    openSigner({ config, key, depositKeys, chain, log, failed: die(log) }),
  )
  const [protocol, control] = [serveProtocol(signer, token, log), serveControl(signer)]
  await listen(control, files.control)
  await listen(protocol, config.socket, { forGroup: config.socketForGroup })
  const { halted } = signer.context.book
  log.info({ address: key.address, chainId: config.chainId, halted: halted?.reason }, 'ready')

  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  await keepReading(signer, config, log, ending.signal)
  for (const server of [protocol, control, lock]) server.close()
  await signer.context.inTurn(() => signer.close())
  process.exit(0)
}

/** Every deposit key of the folder. @throws UnusableSettings where there is none. */
function openDepositKeys(folder: string, passphrase: string): DepositKey[] {
  const keys = depositKeyFiles(folder).map(file => openDepositKeyFile(file, passphrase))
  if (keys.length > 0) return keys
  throw new UnusableSettings(
    `${folder} has no deposit-key.json, and config.json has a collection: make one with make-deposit-key.`,
  )
}

/** The content of the file is unknown: only a new process that reads it may go on. */
const die =
  (log: Log) =>
  (error: unknown): never => {
    log.error({ error: (error as Error).message }, 'the journal cannot be written')
    process.exit(1)
  }

/** A new journal begins with a reading of the chain; until then nothing can be opened. */
async function whenChainAnswers(config: Config, log: Log, open: () => Promise<Signer>) {
  for (let tries = 0; ; tries++) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof ChainAway)) throw error
      if (tries === 0) log.warn({ why: error.message }, 'the nodes do not answer yet')
      await sleep(config.pollMs)
    }
  }
}

async function keepReading(signer: Signer, { pollMs }: Config, log: Log, ending: AbortSignal) {
  let isAway = false
  while (!ending.aborted) {
    try {
      await signer.poll()
      if (isAway) log.info({}, 'the nodes answer again')
      isAway = false
    } catch (error) {
      if (!(error instanceof ChainAway)) throw error
      if (!isAway) log.warn({ why: error.message }, 'the nodes do not answer or do not agree')
      isAway = true
    }
    await sleep(pollMs, undefined, { signal: ending }).catch(() => {})
  }
}
