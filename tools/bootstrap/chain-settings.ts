import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = [
  'CHAIN_RPC_URLS',
  'CHAIN_ID',
  'USDT_CONTRACT',
  'DEPOSIT_XPUB',
  'TEST_CHAIN_WALLET_URL',
  'TREASURY_FOUNDING_ADDRESS',
  'TREASURY_INCOME_ADDRESS',
  'HOT_WALLET_ADDRESS',
  'COLD_WALLET_ADDRESS',
] as const

const fileIn = (chainFolder: string): string => join(chainFolder, 'settings.json')

/** Keeps what the server is given of the demonstration's chain, for commands that ask the chain as well. */
export function keepChainSettings(chainFolder: string, env: NodeJS.ProcessEnv): void {
  const kept = Object.fromEntries(NAMES.map(name => [name, env[name]]))
  writeFileSync(fileIn(chainFolder), JSON.stringify(kept), { mode: 0o600 })
}

/** The settings of the demonstration's chain; none where another chain is set, or while it does not run. */
export async function demonstrationChain(dataDir: string): Promise<NodeJS.ProcessEnv> {
  const file = fileIn(join(dataDir, 'chain'))
  if (process.env.CHAIN_RPC_URLS !== undefined || !existsSync(file)) return {}
  const kept: NodeJS.ProcessEnv = JSON.parse(readFileSync(file, 'utf8'))
  return (await answers(kept.CHAIN_RPC_URLS ?? '')) ? kept : {}
}

async function answers(url: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(5_000)
  return fetch(url, { method: 'POST', headers, body, signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}
