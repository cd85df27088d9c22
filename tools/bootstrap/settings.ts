import { resolve } from 'node:path'
import { StartRefused } from './refusal.ts'

/** The settings of `npm start` from its environment, checked. */
export interface Settings {
  port: number
  host: string
  /** Where the operators' console is served; absent: a port beside the member app's, or none in production. */
  consolePort?: number
  dataDir: string
  /** The seeded demo community; only with the embedded test chain. */
  demo: boolean
  /** Absent: the embedded PostgreSQL in the data folder. */
  databaseUrl?: string
  /** Absent: the embedded test chain. */
  chain?: RealChain
  smtpUrl?: string
  /** For tests: a call can move the platform's clock. */
  testHooks: boolean
}

export interface RealChain {
  rpcUrls: string[]
  chainId: number
  usdt: string
  depositXpub: string
  /** Where the platform keeps its own money. */
  addresses: Record<AddressUse, string>
}

type AddressUse = 'founding' | 'income' | 'hot' | 'cold'

/** The variables that name those addresses. */
export const addressVariables: Readonly<Record<AddressUse, string>> = {
  founding: 'TREASURY_FOUNDING_ADDRESS',
  income: 'TREASURY_INCOME_ADDRESS',
  hot: 'HOT_WALLET_ADDRESS',
  cold: 'COLD_WALLET_ADDRESS',
}

type Environment = Record<string, string | undefined>

/**
 * Reads and checks every variable before anything is started. An empty one counts as not set.
 * @throws StartRefused
 */
export function readSettings(environment: Environment): Settings {
  const env = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined]),
  )
  const databaseUrl = env.DATABASE_URL
  const chain = readChain(env)
  const smtpUrl = env.SMTP_URL
  if (databaseUrl !== undefined) requireUrl('DATABASE_URL', databaseUrl, databaseAddress)
  if (smtpUrl !== undefined) requireUrl('SMTP_URL', smtpUrl, mailAddress)
  if (env.NODE_ENV === 'production') requireProduction(env)
  const testHooks = readFlag(env, 'TEST_HOOKS', false)
  const consolePort =
    env.CONSOLE_PORT === undefined
      ? undefined
      : readNumber(
          env,
          'CONSOLE_PORT',
          8081,
          65_535,
          'a port from 1 to 65535, for example CONSOLE_PORT=8081',
        )
  refuseTestSettings(env, { testHooks, isReal: chain !== undefined })
  return {
    port: readNumber(env, 'PORT', 8080, 65_535, 'a port from 1 to 65535, for example PORT=8080'),
    host: readHost(env.HOST ?? '127.0.0.1'),
    dataDir: resolve(env.DATA_DIR ?? 'data'),
    demo: readFlag(env, 'DEMO', true),
    testHooks,
    ...(consolePort === undefined ? {} : { consolePort }),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(chain === undefined ? {} : { chain }),
    ...(smtpUrl === undefined ? {} : { smtpUrl }),
  }
}

const databaseAddress = {
  protocols: ['postgres:', 'postgresql:'],
  example: 'postgres://user:password@127.0.0.1:5432/banyan',
}
const nodeAddress = {
  protocols: ['http:', 'https:'],
  example: 'https://bsc-dataseed.bnbchain.org,https://bsc-rpc.publicnode.com',
}
const mailAddress = {
  protocols: ['smtp:', 'smtps:'],
  example: 'smtps://user:password@mail.example.org:465',
}

function readChain(env: Environment): RealChain | undefined {
  if (env.CHAIN_RPC_URLS === undefined) return undefined
  const rpcUrls = env.CHAIN_RPC_URLS.split(',').map(url => url.trim())
  for (const url of rpcUrls) requireUrl('CHAIN_RPC_URLS', url, nodeAddress)
  const beside = 'It is needed because CHAIN_RPC_URLS is set'
  const usdt = env.USDT_CONTRACT
  if (usdt === undefined) {
    throw new StartRefused(
      `USDT_CONTRACT is not set. ${beside}: give the token contract's address, 0x and 40 hexadecimal digits.`,
    )
  }
  if (!/^0x[0-9a-fA-F]{40}$/.test(usdt)) {
    throw new StartRefused(
      `USDT_CONTRACT is "${usdt}", which is no contract address: give 0x and 40 hexadecimal digits.`,
    )
  }
  const depositXpub = env.DEPOSIT_XPUB
  if (depositXpub === undefined) {
    throw new StartRefused(
      `DEPOSIT_XPUB is not set. ${beside}: give the extended public key (xpub…) of the deposit addresses.`,
    )
  }
  const xpubs = depositXpub.split(',').map(part => part.trim())
  if (!xpubs.every(xpub => /^xpub[1-9A-HJ-NP-Za-km-z]{107}$/.test(xpub))) {
    throw new StartRefused(
      'DEPOSIT_XPUB is no extended public key: give the one that begins with xpub (111 characters), never a private key.',
    )
  }
  const mend = 'the number of the chain, for example CHAIN_ID=56'
  const chainId = readNumber(env, 'CHAIN_ID', 56, Number.MAX_SAFE_INTEGER, mend)
  return { rpcUrls, chainId, usdt, depositXpub, addresses: readAddresses(env) }
}

/** The addresses of the platform's own money: they are published, so each must be different. */
function readAddresses(env: Environment): RealChain['addresses'] {
  const taken = new Map<string, string>()
  const entries = Object.entries(addressVariables).map(([use, name]) => {
    const address = env[name]
    const mend = 'give an address of its own, 0x and 40 hexadecimal digits'
    if (address === undefined)
      throw new StartRefused(
        `${name} is not set. It is needed because CHAIN_RPC_URLS is set: ${mend}.`,
      )
    // The server checks the address checksum before it opens anything.
    if (!/^0x[0-9a-fA-F]{40}$/.test(address))
      throw new StartRefused(`${name} is "${address}", which is no address: ${mend}.`)
    const other = taken.get(address.toLowerCase())
    if (other !== undefined)
      throw new StartRefused(`${name} is the same address as ${other}: ${mend}.`)
    taken.set(address.toLowerCase(), name)
    return [use, address]
  })
  return Object.fromEntries(entries)
}

/** Nothing embedded may hold real money: a production platform names its own parts. */
function requireProduction(env: Environment) {
  for (const name of ['DATABASE_URL', 'CHAIN_RPC_URLS', 'SMTP_URL']) {
    if (env[name] !== undefined) continue
    throw new StartRefused(
      `${name} is not set, and NODE_ENV is production, which uses no embedded parts: set ${name}, or leave NODE_ENV away to try Banyan out.`,
    )
  }
}

/** A moved clock and wide limits are for tests: never in production, and never where money may be real. */
function refuseTestSettings(
  env: Environment,
  { testHooks, isReal }: { testHooks: boolean; isReal: boolean },
) {
  const scale = env.RATE_LIMIT_SCALE
  if (scale !== undefined && !(Number(scale) > 0 && Number.isFinite(Number(scale))))
    throw new StartRefused(`RATE_LIMIT_SCALE is "${scale}": set it to a number above 0.`)
  const set = testHooks
    ? 'TEST_HOOKS is 1'
    : Number(scale ?? 1) !== 1
      ? `RATE_LIMIT_SCALE is ${scale}`
      : undefined
  const isProduction = env.NODE_ENV === 'production'
  if (set === undefined || (!isProduction && !isReal)) return
  const why = isProduction ? 'NODE_ENV is production' : 'CHAIN_RPC_URLS names a real chain'
  throw new StartRefused(`${set}, which is for tests alone, and ${why}: take one of them away.`)
}

function requireUrl(
  name: string,
  text: string,
  wanted: { protocols: readonly string[]; example: string },
) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && wanted.protocols.includes(url.protocol) && url.hostname !== '') return
  // The text may hold a password, so it is not repeated.
  const kinds = wanted.protocols.map(protocol => `${protocol}//`).join(' or ')
  throw new StartRefused(
    `${name} is not an address that begins with ${kinds}: set it like ${name}=${wanted.example}.`,
  )
}

function readNumber(env: Environment, name: string, standard: number, most: number, mend: string) {
  const text = env[name]
  if (text === undefined) return standard
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= 1 && value <= most) return value
  throw new StartRefused(`${name} is "${text}": set it to ${mend}.`)
}

function readFlag(env: Environment, name: string, standard: boolean): boolean {
  const text = env[name]
  if (text === undefined) return standard
  if (text === '0' || text === '1') return text === '1'
  throw new StartRefused(`${name} is "${text}": set it to 0 or 1.`)
}

function readHost(text: string): string {
  if (/^[0-9A-Za-z.:-]+$/.test(text)) return text
  throw new StartRefused(
    `HOST is "${text}", which is no address to listen on: set it to 127.0.0.1 (this machine) or 0.0.0.0 (the network).`,
  )
}
