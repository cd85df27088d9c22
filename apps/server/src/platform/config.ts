import { isIP } from 'node:net'
import {
  type CustodyUse,
  custodyUses,
  isEmail,
  isUrl,
  readHours,
  type ServiceHours,
} from '@banyan/domain'
import { getAddress, isAddress } from 'viem'
import { z } from 'zod'

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
  chain: ChainConfig | null
  /** The process that pays withdrawals: its socket and its token file; null: nothing is paid. */
  signer: SignerConfig | null
  /** A TRON node's HTTP interface for payments; null: hashes there are checked by form only. */
  tronRpcUrl: string | null
  smtpUrl: string | null
  /** The sender of e-mails: an address, or a name with an address in angle brackets. */
  mailFrom: string
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
  /** The port of the process's metrics, on this machine alone; null: none. */
  metricsPort: number | null
  production: boolean
  logLevel: string
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

/** A value that cannot be used, in one sentence with its remedy. */
export class ConfigError extends Error {}

/** An address alone, or after a name without characters that have a meaning in a header. */
function isSender(text: string): boolean {
  const address = /^[^<>"\p{Cc}]*<([^<>]+)>$/u.exec(text)?.[1] ?? text
  return isEmail(address)
}

/** A domain that never resolves (RFC 2606): a platform that sends real mail sets its own sender. */
const NOBODY = 'Banyan <no-reply@banyan.invalid>'

const flag = z.enum(['0', '1']).transform(value => value === '1')
const url = (protocols: string[]) =>
  z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol))

/** A page that members are linked to. */
const pageUrl = z.string().refine(isUrl)

const countries = {
  schema: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/)
    .optional(),
  mend: 'countries as two capital letters each, comma-separated, such as SG,MY',
}

/** An address with capitals carries a checksum, which a mistyped one does not match. */
const custodyAddress = {
  schema: z
    .string()
    .refine(text => isAddress(text) && BigInt(text) !== 0n)
    .transform(text => getAddress(text))
    .optional(),
  mend: 'an address of its own, 0x and 40 hex digits, copied with its capitals',
}

const checks = {
  DATABASE_URL: {
    schema: url(['postgres:', 'postgresql:']),
    mend: 'a PostgreSQL address such as postgres://user:password@127.0.0.1:5432/banyan',
  },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    mend: 'an address to listen on, such as 127.0.0.1',
  },
  PORT: {
    schema: z.coerce.number().int().min(0).max(65535).default(8080),
    mend: 'a port number from 1 to 65535',
  },
  DATA_DIR: { schema: z.string().min(1).default('data'), mend: 'a folder that can be written' },
  PUBLIC_ORIGIN: {
    schema: z.string().optional(),
    mend: 'one or more origins, comma-separated, such as https://app.example.org',
  },
  TRUSTED_PROXIES: {
    schema: z.string().optional(),
    mend: 'the addresses or networks of your proxies, comma-separated, such as 10.0.0.5,fd00::/8',
  },
  MEMBER_DIST: { schema: z.string().optional(), mend: 'the folder of the built member app' },
  CHAIN_RPC_URLS: {
    schema: z.string().optional(),
    mend: 'one or more http(s) addresses of BSC nodes, comma-separated',
  },
  CHAIN_ID: {
    schema: z.coerce.number().int().positive().default(56),
    mend: 'a chain number such as 56',
  },
  USDT_CONTRACT: {
    schema: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .optional(),
    mend: 'the token contract, 0x and 40 hex digits',
  },
  USDT_DECIMALS: {
    schema: z.coerce.number().int().min(6).max(36).default(18),
    mend: 'the decimals of the token, such as 18',
  },
  DEPOSIT_XPUB: {
    schema: z.string().startsWith('xpub').optional(),
    mend: 'the extended public key (xpub…) of the deposit addresses, or several with commas between them',
  },
  TREASURY_FOUNDING_ADDRESS: custodyAddress,
  TREASURY_INCOME_ADDRESS: custodyAddress,
  HOT_WALLET_ADDRESS: custodyAddress,
  COLD_WALLET_ADDRESS: custodyAddress,
  TEST_CHAIN_WALLET_URL: {
    schema: pageUrl.optional(),
    mend: 'the address of the demonstration wallet',
  },
  SIGNER_SOCKET: {
    schema: z.string().min(1).optional(),
    mend: 'the path of the local socket on which the signer listens',
  },
  SIGNER_TOKEN_FILE: {
    schema: z.string().min(1).optional(),
    mend: 'the file that holds the token for the signer',
  },
  RULE_CHECK_KEY_FILE: {
    schema: z.string().min(1).optional(),
    mend: 'the file with the key that the rule check approves small withdrawals with',
  },
  TRON_RPC_URL: {
    schema: url(['http:', 'https:']).optional(),
    mend: "the address of a TRON node's HTTP interface, such as https://tron.example.org",
  },
  SMTP_URL: {
    schema: url(['smtp:', 'smtps:']).optional(),
    mend: 'a mail server such as smtps://user:password@mail.example.org',
  },
  MAIL_FROM: {
    schema: z.string().refine(isSender).optional(),
    mend: 'a sender such as Banyan <no-reply@example.org>',
  },
  MAIL_INBOX_URL: {
    schema: pageUrl.optional(),
    mend: 'the address of the development inbox',
  },
  DEMO: { schema: flag.default(true), mend: '0 or 1' },
  DYNAMIC_ENABLED: { schema: flag.default(false), mend: '0 or 1' },
  DYNAMIC_COUNTRIES: countries,
  CLOSED_COUNTRIES: countries,
  SERVICE_HOURS: {
    schema: z
      .string()
      .default('1-7 09:00-21:00 Asia/Shanghai')
      .transform((text, context) => {
        const hours = readHours(text)
        if (hours === null) context.addIssue('hours')
        return hours as ServiceHours
      }),
    mend: 'days from 1 (Monday) to 7, times and a time zone, such as 1-5 09:00-18:00 Asia/Shanghai',
  },
  ONE_PERSON_ONE_ACCOUNT: { schema: flag.default(false), mend: '0 or 1' },
  PUSH_TEST_SERVICE: {
    schema: url(['http:'])
      .refine(text => /^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(text))
      .optional(),
    mend: 'the origin of the push service of a test on this machine, such as http://127.0.0.1:4000',
  },
  TEST_HOOKS: { schema: flag.default(false), mend: '0 or 1' },
  FOUNDING_SHIFT_MS: {
    schema: z.coerce.number().int().default(0),
    mend: 'a whole number of milliseconds',
  },
  RATE_LIMIT_SCALE: { schema: z.coerce.number().positive().default(1), mend: 'a number above 0' },
  METRICS_PORT: {
    schema: z.coerce.number().int().min(1).max(65535).optional(),
    mend: 'a port number from 1 to 65535',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    mend: 'fatal, error, warn, info, debug, trace or silent',
  },
} as const

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
  checkDynamic(checked)
  const port = checked.PORT
  if (checked.METRICS_PORT !== undefined && checked.METRICS_PORT === port)
    throw new ConfigError(
      'METRICS_PORT is the port of the member app: set it to another one, or take it away.',
    )
  return {
    databaseUrl: checked.DATABASE_URL,
    host: checked.HOST,
    port,
    dataDir: checked.DATA_DIR,
    trustedProxies: proxiesOf(checked.TRUSTED_PROXIES),
    publicOrigins: originsOf(checked.PUBLIC_ORIGIN) ?? [
      `http://localhost:${port}`,
      `http://127.0.0.1:${port}`,
    ],
    memberDist: checked.MEMBER_DIST ?? null,
    chain: chainOf(checked),
    signer: signerOf(checked),
    tronRpcUrl: checked.TRON_RPC_URL ?? null,
    smtpUrl: checked.SMTP_URL ?? null,
    mailFrom: checked.MAIL_FROM ?? NOBODY,
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
    production,
    logLevel: checked.LOG_LEVEL,
  }
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

function originsOf(text: string | undefined): string[] | null {
  if (text === undefined) return null
  return text.split(',').map(part => {
    const origin = part.trim()
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new ConfigError(
        `PUBLIC_ORIGIN has a part that is not an origin: set it to ${checks.PUBLIC_ORIGIN.mend}.`,
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
