import { BlockList, isIP } from 'node:net'
import { isEmail, isUrl, readHours, type ServiceHours } from '@banyan/domain'
import { getAddress, isAddress } from 'viem'
import { z } from 'zod'

/** An address alone, or after a name without characters that have a meaning in a header. */
function isSender(text: string): boolean {
  const address = /^[^<>"\p{Cc}]*<([^<>]+)>$/u.exec(text)?.[1] ?? text
  return isEmail(address)
}

const privateNetworks = new BlockList()
for (const [network, bits, family] of [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
] as const)
  privateNetworks.addSubnet(network, bits, family)

/** An address that the internet does not reach. */
const isPrivateAddress = (text: string): boolean =>
  isIP(text) !== 0 && privateNetworks.check(text, isIP(text) === 4 ? 'ipv4' : 'ipv6')

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
export const custodyAddress = {
  schema: z
    .string()
    .refine(text => isAddress(text) && BigInt(text) !== 0n)
    .transform(text => getAddress(text))
    .optional(),
  mend: 'an address of its own, 0x and 40 hex digits, copied with its capitals',
}

/** Every variable: what it may be, and what to set it to where it is not. */
export const checks = {
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
  CONSOLE_PORT: {
    schema: z.coerce.number().int().min(1).max(65535).optional(),
    mend: 'a port number from 1 to 65535',
  },
  CONSOLE_ORIGIN: {
    schema: z.string().optional(),
    mend: 'one or more origins, comma-separated, such as https://console.example.org',
  },
  CONSOLE_DIST: { schema: z.string().optional(), mend: 'the folder of the built console' },
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
  S3_ENDPOINT: {
    schema: url(['http:', 'https:']).optional(),
    mend: 'the address of an S3-compatible store such as https://s3.example.org',
  },
  S3_BUCKET: {
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    mend: 'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  },
  S3_REGION: {
    schema: z
      .string()
      .regex(/^[a-zA-Z0-9-]+$/)
      .default('us-east-1'),
    mend: 'the region of the bucket, such as eu-central-1',
  },
  S3_ACCESS_KEY_ID: {
    schema: z.string().min(1).optional(),
    mend: 'the id of a key that may list, read, write and delete in the bucket',
  },
  S3_SECRET_ACCESS_KEY: {
    schema: z.string().min(1).optional(),
    mend: 'the secret that belongs to S3_ACCESS_KEY_ID',
  },
  S3_CA_FILE: {
    schema: z.string().min(1).optional(),
    mend: 'the file of the authority that signed the certificate of your store of uploads (PEM)',
  },
  SMTP_URL: {
    schema: url(['smtp:', 'smtps:']).optional(),
    mend: 'a mail server such as smtps://user:password@mail.example.org',
  },
  SMTP_CA_FILE: {
    schema: z.string().min(1).optional(),
    mend: 'the file of the authority that signed the certificate of your mail server (PEM)',
  },
  MAIL_FROM: {
    schema: z.string().refine(isSender).optional(),
    mend: 'a sender such as Banyan <no-reply@example.org>',
  },
  AUDIT_ROOT_MAILS: {
    schema: z
      .string()
      .refine(text => {
        const parts = text.split(',').map(part => part.trim())
        return parts.every(isEmail) && new Set(parts).size >= 2
      })
      .optional(),
    mend: 'the e-mail addresses of two people or more, comma-separated, such as a@example.org,b@example.com',
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
  METRICS_HOST: {
    schema: z.string().refine(isPrivateAddress).default('127.0.0.1'),
    mend: 'a private address of this machine, such as 127.0.0.1 or 10.0.0.5',
  },
  POOL_SIZE: {
    schema: z.coerce.number().int().min(4).max(500).default(20),
    mend: 'the most connections of one process to the database, from 4 to 500',
  },
  DRAIN_MS: {
    schema: z.coerce.number().int().min(0).max(5_000).default(0),
    mend: 'milliseconds from 0 to 5000 between readiness going off and the end of listening',
  },
  TRACES_URL: {
    schema: url(['http:', 'https:']).optional(),
    mend: 'where a collector takes traces by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces',
  },
  TRACES_RATIO: {
    schema: z.coerce.number().min(0).max(1).default(0.1),
    mend: 'the part of the traces to record, from 0 to 1, such as 0.1',
  },
  ACCESS_LOG: { schema: flag.default(false), mend: '0 or 1' },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    mend: 'fatal, error, warn, info, debug, trace or silent',
  },
} as const
