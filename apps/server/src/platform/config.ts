import { isIP } from 'node:net'
import { type CustodyUse, custodyUses, type ServiceHours } from '@banyan/domain'
import type { z } from 'zod'
import { checks, custodyAddress } from './config-checks.ts'
import { ConfigError } from './config-error.ts'
import { type ObjectStoreConfig, objectStoreOf } from './object-store-config.ts'

export { ConfigError } from './config-error.ts'
export type { ObjectStoreConfig } from './object-store-config.ts'

/** The settings of a program, from its environment. All are checked before anything opens. */
export interface Config {
  databaseUrl: string
  host: string
  port: number
  dataDir: string
  /** Proxies (addresses or networks) trusted with a caller's address; none by default. */
  trustedProxies: string[]
  /** The origins of the app: part of what members' keys sign. */
  publicOrigins: string[]
  memberDist: string | null
  /** The port of the operators' console and of their calls; null: neither is served. */
  consolePort: number | null
  /** Where operators open the console; the first one is printed in links. */
  consoleOrigins: string[]
  /**
   * True where an operator who has no second factor may do what moves money: on a demonstration
   * with its own chain, whose operators' passwords everybody can read.
   */
  factorsOptional: boolean
  /** The folder of the built console; null: only its calls are served. */
  consoleDist: string | null
  chain: ChainConfig | null
  /** The process that pays withdrawals: its socket and its token file; null: nothing is paid. */
  signer: SignerConfig | null
  /** A TRON node's HTTP interface for payments; null: hashes there are checked by form only. */
  tronRpcUrl: string | null
  /** The store that keeps uploads; null: the data folder. */
  objectStore: ObjectStoreConfig | null
  smtpUrl: string | null
  /** The file of the authority that signed the mail server's certificate; null: those of the system. */
  smtpCaFile: string | null
  /** The sender of e-mails: an address, or a name with an address in angle brackets. */
  mailFrom: string
  /** Who gets each signed root of the audit log by e-mail: two people or more, or none. */
  auditRootMails: string[]
  /** The page of the development inbox, if that is the mail server; null if mail is really sent. */
  mailInboxUrl: string | null
  demo: boolean
  /** Countries in which network pay is switched on (ISO 3166-1 alpha-2); none where it is off. */
  dynamicCountries: string[]
  /** Countries (ISO 3166-1 alpha-2) whose law forbids the offer to members who declare them. */
  closedCountries: string[]
  /** The working hours of the service's staff. */
  serviceHours: ServiceHours
  /** The origin of a push service that a test has started; null: only those of the browsers. */
  pushTestService: string | null
  testHooks: boolean
  /** With test hooks only: a new platform's founding time from now, so that a demo has a past. */
  foundingShiftMs: number
  /** Raised by load tests and the seeding; 1 in all other cases, and wherever money is real. */
  rateLimitScale: number
  /** The private port of a process: metrics, readiness, profiles; null: none. */
  metricsPort: number | null
  metricsHost: string
  /** The most connections of this process to the database. */
  poolSize: number
  /** How long a process that ends is still served with calls, so that its balancer notices. */
  drainMs: number
  /** Where a collector takes traces (OTLP over HTTP); null: none are recorded. */
  tracesUrl: string | null
  /** The part of the traces that begin here which are recorded, from 0 to 1. */
  tracesRatio: number
  production: boolean
  logLevel: string
  /** Whether each call is a line of the log. */
  accessLog: boolean
}

export interface ChainConfig {
  rpcUrls: string[]
  chainId: number
  /** The pinned token contract and its decimals: USDT has 18 on BSC. */
  usdt: `0x${string}`
  usdtDecimals: number
  /** Every deposit key that was ever in use, and the next one. */
  depositXpubs: readonly string[]
  /** The platform's own public addresses; with their checksums, all different. */
  addresses: Readonly<Record<CustodyUse, string>>
  /** The page of the demonstration wallet; null on a real chain. */
  testWalletUrl: string | null
}

interface SignerConfig {
  socket: string
  tokenFile: string
  /** The key file of the rule check for small withdrawals; null: people decide on all. */
  ruleCheckKeyFile: string | null
}

/** A domain that never resolves (RFC 2606): a platform that sends real mail sets its own sender. */
const NOBODY = 'Banyan <no-reply@banyan.invalid>'

type Checked = { [name in keyof typeof checks]: z.output<(typeof checks)[name]['schema']> }

/**
 * Reads the environment.
 * @throws ConfigError that names the variable, the fault and the remedy.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const value = {} as Record<string, unknown>
  for (const [name, check] of Object.entries(checks)) {
    const given = env[name] === '' ? undefined : env[name]
    const result = check.schema.safeParse(given)
    if (!result.success)
      throw new ConfigError(
        `${name} is ${given === undefined ? 'missing' : 'not usable'}: set it to ${check.mend}.`,
      )
    value[name] = result.data
  }
  const checked = value as Checked
  const production = env.NODE_ENV === 'production'
  checkTestSettings(checked, production)
  checkMail(checked, production)
  if (production) requireTls(checked.DATABASE_URL)
  checkDynamic(checked)
  const port = checked.PORT
  checkPorts(checked)
  return {
    databaseUrl: checked.DATABASE_URL,
    host: checked.HOST,
    port,
    dataDir: checked.DATA_DIR,
    trustedProxies: proxiesOf(checked.TRUSTED_PROXIES),
    publicOrigins: originsOf(checked.PUBLIC_ORIGIN, 'PUBLIC_ORIGIN') ?? [
      `http://localhost:${port}`,
      `http://127.0.0.1:${port}`,
    ],
    memberDist: checked.MEMBER_DIST ?? null,
    consolePort: checked.CONSOLE_PORT ?? null,
    consoleOrigins: consoleOriginsOf(checked, production),
    consoleDist: checked.CONSOLE_DIST ?? null,
    factorsOptional: checked.DEMO && !production && !isRealChain(checked),
    chain: chainOf(checked),
    signer: signerOf(checked),
    tronRpcUrl: checked.TRON_RPC_URL ?? null,
    objectStore: objectStoreOf(checked, production),
    smtpUrl: checked.SMTP_URL ?? null,
    smtpCaFile: checked.SMTP_CA_FILE ?? null,
    mailFrom: checked.MAIL_FROM ?? NOBODY,
    auditRootMails: checked.AUDIT_ROOT_MAILS?.split(',').map(part => part.trim()) ?? [],
    mailInboxUrl: checked.MAIL_INBOX_URL ?? null,
    demo: checked.DEMO,
    dynamicCountries: checked.DYNAMIC_ENABLED ? (checked.DYNAMIC_COUNTRIES?.split(',') ?? []) : [],
    closedCountries: checked.CLOSED_COUNTRIES?.split(',') ?? [],
    serviceHours: checked.SERVICE_HOURS,
    pushTestService: checked.PUSH_TEST_SERVICE ?? null,
    testHooks: checked.TEST_HOOKS,
    foundingShiftMs: checked.TEST_HOOKS ? checked.FOUNDING_SHIFT_MS : 0,
    rateLimitScale: checked.RATE_LIMIT_SCALE,
    metricsPort: checked.METRICS_PORT ?? null,
    metricsHost: checked.METRICS_HOST,
    poolSize: checked.POOL_SIZE,
    drainMs: checked.DRAIN_MS,
    tracesUrl: checked.TRACES_URL ?? null,
    tracesRatio: checked.TRACES_RATIO,
    production,
    logLevel: checked.LOG_LEVEL,
    accessLog: checked.ACCESS_LOG,
  }
}

/** Each listener has a port of its own. */
function checkPorts({ PORT, CONSOLE_PORT, METRICS_PORT }: Checked): void {
  const taken = new Map([[PORT, 'the member app']])
  for (const [name, port, what] of [
    ['CONSOLE_PORT', CONSOLE_PORT, "the operators' console"],
    ['METRICS_PORT', METRICS_PORT, 'the metrics'],
  ] as const) {
    if (port === undefined) continue
    const other = taken.get(port)
    if (other !== undefined)
      throw new ConfigError(
        `${name} is the port of ${other}: set it to another one, or take it away.`,
      )
    taken.set(port, what)
  }
}

/**
 * The origins that the console's own pages call from. In production they are named, and have TLS:
 * a browser keeps the session's cookie and a passkey for them alone.
 */
function consoleOriginsOf(
  { CONSOLE_PORT, CONSOLE_ORIGIN }: Checked,
  production: boolean,
): string[] {
  if (CONSOLE_PORT === undefined) return []
  const named = originsOf(CONSOLE_ORIGIN, 'CONSOLE_ORIGIN')
  if (production && !named?.every(origin => origin.startsWith('https://')))
    throw new ConfigError(
      'CONSOLE_ORIGIN is not set to https with NODE_ENV=production: set it to where operators open the console, such as https://console.example.org.',
    )
  return named ?? [`http://localhost:${CONSOLE_PORT}`, `http://127.0.0.1:${CONSOLE_PORT}`]
}

/** A chain that is not the demonstration's own: what is on it may be worth something. */
const isRealChain = (checked: Checked): boolean =>
  checked.CHAIN_RPC_URLS !== undefined && checked.TEST_CHAIN_WALLET_URL === undefined

/** Settings for tests only enable nothing where the money may be real. */
function checkTestSettings(checked: Checked, production: boolean): void {
  const set = [
    ...(checked.TEST_HOOKS ? ['TEST_HOOKS is 1'] : []),
    ...(checked.RATE_LIMIT_SCALE === 1 ? [] : ['RATE_LIMIT_SCALE is not 1']),
    ...(checked.PUSH_TEST_SERVICE === undefined ? [] : ['PUSH_TEST_SERVICE is set']),
  ]
  const where = production ? 'with NODE_ENV=production' : 'on a real chain'
  if (set[0] !== undefined && (production || isRealChain(checked)))
    throw new ConfigError(`${set[0]} ${where}: it is for tests alone, take it away.`)
}

/** True for an address of this machine, or a socket in its file system. */
const isOnThisMachine = ({ hostname, searchParams }: URL): boolean =>
  /^(|localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) ||
  (searchParams.get('host') ?? '').startsWith('/')

/** Passwords and books do not cross a network that others can read or change. */
function requireTls(databaseUrl: string): void {
  const url = new URL(databaseUrl)
  const mode = url.searchParams.get('sslmode') ?? ''
  if (isOnThisMachine(url) || ['verify-full', 'verify-ca', 'require'].includes(mode)) return
  throw new ConfigError(
    'DATABASE_URL leads to another machine without TLS with NODE_ENV=production: add ?sslmode=verify-full&sslrootcert= with the file of the authority that signed its certificate.',
  )
}

function checkMail(checked: Checked, production: boolean): void {
  if (!production) return
  if (checked.MAIL_INBOX_URL !== undefined)
    throw new ConfigError(
      'MAIL_INBOX_URL is set with NODE_ENV=production, where no e-mail may be read by others: take one of them away.',
    )
  if (checked.SMTP_URL !== undefined && checked.MAIL_FROM === undefined)
    throw new ConfigError(
      `MAIL_FROM is missing while SMTP_URL is set: set it to ${checks.MAIL_FROM.mend}.`,
    )
}

/**
 * Rule book 2.9: network pay is switched on for named countries, never for mainland China; and with
 * real money the operator of the deployment guarantees that each person has one account.
 */
function checkDynamic(checked: Checked): void {
  if (!checked.DYNAMIC_ENABLED) return
  if (checked.DYNAMIC_COUNTRIES === undefined)
    throw new ConfigError(
      `DYNAMIC_COUNTRIES is missing while DYNAMIC_ENABLED is 1: set it to ${checks.DYNAMIC_COUNTRIES.mend}, or take DYNAMIC_ENABLED away. Network pay is switched on for named countries only.`,
    )
  if (checked.DYNAMIC_COUNTRIES.split(',').includes('CN'))
    throw new ConfigError(
      'DYNAMIC_COUNTRIES names CN, where the law forbids network pay (禁止传销条例): take CN away.',
    )
  if (isRealChain(checked) && !checked.ONE_PERSON_ONE_ACCOUNT)
    throw new ConfigError(
      'DYNAMIC_ENABLED is 1 on a real chain: set ONE_PERSON_ONE_ACCOUNT to 1 once you check that each person has one account, or take it away.',
    )
}

/** Each is an address, or a network as an address with its prefix length after a slash. */
function proxiesOf(text: string | undefined): string[] {
  const parts = (text ?? '').split(',').map(part => part.trim())
  const isNetwork = (part: string): boolean => {
    const [address = '', bits, ...more] = part.split('/')
    const most = isIP(address) === 4 ? 32 : 128
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
    return isIP(address) !== 0 && fits && more.length === 0
  }
  const proxies = parts.filter(part => part !== '')
  if (!proxies.every(isNetwork))
    throw new ConfigError(
      `TRUSTED_PROXIES has a part that is neither an address nor a network: set it to ${checks.TRUSTED_PROXIES.mend}.`,
    )
  return proxies
}

function originsOf(
  text: string | undefined,
  name: 'PUBLIC_ORIGIN' | 'CONSOLE_ORIGIN',
): string[] | null {
  if (text === undefined) return null
  return text.split(',').map(part => {
    const origin = part.trim()
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new ConfigError(
        `${name} has a part that is not an origin: set it to ${checks[name].mend}.`,
      )
    }
    return origin
  })
}

/** Both of its settings or neither, and a chain on which it pays. */
function signerOf(checked: Checked): SignerConfig | null {
  const { SIGNER_SOCKET: socket, SIGNER_TOKEN_FILE: tokenFile } = checked
  const ruleCheckKeyFile = checked.RULE_CHECK_KEY_FILE ?? null
  if ((socket ?? tokenFile ?? ruleCheckKeyFile) === null) return null
  for (const name of ['SIGNER_SOCKET', 'SIGNER_TOKEN_FILE', 'CHAIN_RPC_URLS'] as const) {
    if (checked[name] === undefined)
      throw new ConfigError(
        `${name} is missing while a signer is set: set it to ${checks[name].mend}, or take SIGNER_SOCKET, SIGNER_TOKEN_FILE and RULE_CHECK_KEY_FILE away.`,
      )
  }
  return { socket: socket ?? '', tokenFile: tokenFile ?? '', ruleCheckKeyFile }
}

function chainOf(checked: Checked): ChainConfig | null {
  if (checked.CHAIN_RPC_URLS === undefined) return null
  const rpcUrls = checked.CHAIN_RPC_URLS.split(',').map(part => part.trim())
  if (!rpcUrls.every(part => URL.canParse(part) && /^https?:$/.test(new URL(part).protocol))) {
    throw new ConfigError(
      `CHAIN_RPC_URLS has a part that is not an address: set it to ${checks.CHAIN_RPC_URLS.mend}.`,
    )
  }
  for (const name of ['USDT_CONTRACT', 'DEPOSIT_XPUB'] as const) {
    if (checked[name] === undefined)
      throw new ConfigError(
        `${name} is missing while CHAIN_RPC_URLS is set: set it to ${checks[name].mend}.`,
      )
  }
  const addresses = addressesOf(checked)
  return {
    rpcUrls,
    addresses,
    chainId: checked.CHAIN_ID,
    usdt: checked.USDT_CONTRACT as `0x${string}`,
    usdtDecimals: checked.USDT_DECIMALS,
    depositXpubs: (checked.DEPOSIT_XPUB ?? '').split(',').map(part => part.trim()),
    testWalletUrl: checked.TEST_CHAIN_WALLET_URL ?? null,
  }
}

/** The variables that name the platform's own addresses. */
const addressVariables: Readonly<Record<CustodyUse, keyof Checked & string>> = {
  founding: 'TREASURY_FOUNDING_ADDRESS',
  income: 'TREASURY_INCOME_ADDRESS',
  hot: 'HOT_WALLET_ADDRESS',
  cold: 'COLD_WALLET_ADDRESS',
}

function addressesOf(checked: Checked): Record<CustodyUse, string> {
  const token = checked.USDT_CONTRACT?.toLowerCase()
  const taken = new Map<string, string>()
  const read = (use: CustodyUse): string => {
    const name = addressVariables[use]
    const address = checked[name] as string | undefined
    if (address === undefined)
      throw new ConfigError(
        `${name} is missing while CHAIN_RPC_URLS is set: set it to ${custodyAddress.mend}.`,
      )
    const other = address.toLowerCase() === token ? 'USDT_CONTRACT' : taken.get(address)
    if (other !== undefined)
      throw new ConfigError(
        `${name} is the same address as ${other}: set it to ${custodyAddress.mend}.`,
      )
    taken.set(address, name)
    return address
  }
  return Object.fromEntries(custodyUses.map(use => [use, read(use)])) as Record<CustodyUse, string>
}
