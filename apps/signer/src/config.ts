import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { approval, approvalRoles, payoutOrder } from '@banyan/payouts'
import { type Address, getAddress, isAddress, parseEther, parseGwei, zeroAddress } from 'viem'
import { z } from 'zod'
import { microOf, usdtText } from './amounts.ts'
import { allCrashPoints, type CrashPoint } from './crash-points.ts'
import { UnusableSettings } from './refusal.ts'

/** Chains without anything of value: anvil's and hardhat's number. */
const localTestChain = 31_337

/** Caps of one kind of payouts, micro-USDT. */
export interface Caps {
  payout: bigint
  hour: bigint
  day: bigint
}

export interface Approver {
  name: string
  role: (typeof approvalRoles)[number]
  publicKey: string
}

/** The settings of collecting from recharge addresses. Token units and wei. */
export interface CollectionConfig {
  /** The destination of everything above the cap of the hot wallet. */
  cold: Address
  /** The hot wallet is filled up to this amount. */
  hotCap: bigint
  /**
   * An address that holds less is skipped, so that nobody can make the signer spend gas on dust.
   */
  least: bigint
  /** The most gas to recharge addresses in a rolling day. */
  gasADay: bigint
  /** The amount that stays in the hot wallet for the fees of payouts. */
  gasKept: bigint
}

/** The signer's own configuration, checked. Nothing of it comes from the server. */
export interface Config {
  /** The folder of everything that the signer stores. */
  folder: string
  chainId: number
  isTestChain: boolean
  token: Address
  unitsPerMicro: bigint
  rpcUrls: readonly string[]
  socket: string
  /** Whether its group may open the socket: the server runs as another user of that group. */
  socketForGroup: boolean
  /** Of all payouts together, and of those that no person approved. */
  caps: Caps
  automaticCaps: Caps
  coolingMs: number
  approvers: readonly Approver[]
  /** Never paid: the platform's own addresses and those that it must not pay. */
  forbidden: ReadonlySet<string>
  fees: { gasLimit: bigint; least: bigint; most: bigint; replaceAfterMs: number }
  /** Null where recharge addresses are not collected. */
  collection: CollectionConfig | null
  pollMs: number
  /** The number of blocks in one request for transfers. */
  logBlocks: number
  crashAt: CrashPoint | undefined
}

const address = z
  .string()
  .refine(text => isAddress(text), 'an address with a right EIP-55 checksum')
const usdt = z.string().regex(usdtText, 'USDT as decimal text, for example "1000"')
const gwei = z.string().regex(/^[0-9]{1,6}(\.[0-9]{1,9})?$/, 'gwei as decimal text')
const bnb = z.string().regex(/^[0-9]{1,6}(\.[0-9]{1,18})?$/, 'BNB as decimal text')
const caps = z.strictObject({ payout: usdt, hour: usdt, day: usdt })

const configFile = z.strictObject({
  chainId: z.number().int().positive(),
  token: address,
  tokenDecimals: z.number().int().min(6).max(30).default(18),
  rpcUrls: z.array(z.url({ protocol: /^https?$/ })).min(1),
  /** The socket that it listens on; `signer.sock` in its folder by default. */
  socket: z.string().optional(),
  socketForGroup: z.boolean().default(false),
  caps,
  automaticCaps: caps,
  coolingSeconds: z.number().int().min(0),
  approvers: z.array(
    z.strictObject({
      name: approval.shape.approver,
      role: z.enum(approvalRoles),
      publicKey: z
        .string()
        .regex(/^[A-Za-z0-9_-]{87}$/, 'a public key as `operator -- key` prints it'),
    }),
  ),
  forbidden: z.array(address).default([]),
  fees: z
    .strictObject({
      gasLimit: z.number().int().min(30_000).max(1_000_000).default(100_000),
      leastGwei: gwei.default('0.05'),
      mostGwei: gwei.default('5'),
      replaceAfterSeconds: z.number().min(1).default(30),
    })
    .prefault({}),
  collection: z
    .strictObject({
      cold: address,
      hotCap: usdt,
      least: usdt,
      bnbADay: bnb.default('0.05'),
      bnbKept: bnb.default('0.02'),
    })
    .optional(),
  pollMs: z.number().int().min(50).max(60_000).default(1_000),
  logBlocks: z.number().int().min(10).max(100_000).default(1_000),
})

export type ConfigFile = z.input<typeof configFile>

/** Files of the signer's folder. */
export const filesOf = (folder: string) => ({
  config: join(folder, 'config.json'),
  key: join(folder, 'key.json'),
  depositKey: join(folder, 'deposit-key.json'),
  passphrase: join(folder, 'passphrase'),
  token: join(folder, 'token'),
  journal: join(folder, 'journal'),
  /** A restore leaves this mark: nothing is signed until the chain was reconciled. */
  notReconciled: join(folder, 'not-reconciled'),
  control: join(folder, 'control.sock'),
})

/**
 * Reads `config.json` of the signer's folder.
 * @throws UnusableSettings in one sentence that names the fault.
 */
export function readConfig(dir: string, env: Record<string, string | undefined>): Config {
  const folder = resolve(dir)
  requirePrivateFolder(folder)
  const { config: file } = filesOf(folder)
  const given = configFile.safeParse(readJson(file))
  if (!given.success) {
    const [issue] = given.error.issues
    throw new UnusableSettings(
      `${file}: ${issue?.path.join('.')} is not usable: ${issue?.message}.`,
    )
  }
  const checked = given.data
  const isTestChain = checked.chainId === localTestChain
  const unitsPerMicro = 10n ** BigInt(checked.tokenDecimals - 6)
  const config: Config = {
    folder,
    chainId: checked.chainId,
    isTestChain,
    rpcUrls: checked.rpcUrls,
    token: getAddress(checked.token),
    unitsPerMicro,
    socket: resolve(folder, checked.socket ?? 'signer.sock'),
    socketForGroup: checked.socketForGroup,
    caps: readCaps(checked.caps),
    automaticCaps: readCaps(checked.automaticCaps),
    coolingMs: checked.coolingSeconds * 1_000,
    approvers: checked.approvers,
    forbidden: new Set(
      [
        zeroAddress,
        checked.token,
        ...checked.forbidden,
        ...(checked.collection ? [checked.collection.cold] : []),
      ].map(one => getAddress(one)),
    ),
    fees: {
      gasLimit: BigInt(checked.fees.gasLimit),
      least: parseGwei(checked.fees.leastGwei),
      most: parseGwei(checked.fees.mostGwei),
      replaceAfterMs: checked.fees.replaceAfterSeconds * 1_000,
    },
    collection: readCollection(checked.collection, unitsPerMicro),
    pollMs: checked.pollMs,
    logBlocks: checked.logBlocks,
    crashAt: allCrashPoints.find(point => point === env.SIGNER_CRASH_AT),
  }
  requireSense(config, file, env)
  return config
}

const readCaps = ({ payout, hour, day }: z.output<typeof caps>): Caps => ({
  payout: microOf(payout),
  hour: microOf(hour),
  day: microOf(day),
})

const readCollection = (
  given: z.output<typeof configFile>['collection'],
  unitsPerMicro: bigint,
): CollectionConfig | null =>
  given
    ? {
        cold: getAddress(given.cold),
        hotCap: microOf(given.hotCap) * unitsPerMicro,
        least: microOf(given.least) * unitsPerMicro,
        gasADay: parseEther(given.bnbADay),
        gasKept: parseEther(given.bnbKept),
      }
    : null

/** Checks what the schema does not. */
function requireSense(config: Config, file: string, env: Record<string, string | undefined>): void {
  const wrong = (what: string): never => {
    throw new UnusableSettings(`${file}: ${what}.`)
  }
  const { approvers, caps, automaticCaps, fees, collection } = config
  for (const field of ['name', 'publicKey'] as const) {
    const all = approvers.map(one => one[field])
    const twice = all.find((one, place) => all.indexOf(one) !== place)
    if (twice !== undefined)
      wrong(
        `two approvers have the ${field} ${twice}, and one person is never two: give each their own`,
      )
  }
  for (const span of ['payout', 'hour', 'day'] as const)
    if (automaticCaps[span] > caps[span])
      wrong(`automaticCaps.${span} is above caps.${span}: what nobody looks at is less, never more`)
  if (collection && (collection.least <= 0n || collection.least > collection.hotCap))
    wrong('collection.least is 0 or above collection.hotCap: set it between the two')
  if (collection && [zeroAddress, config.token].includes(collection.cold))
    wrong('collection.cold is an address that nobody has a key of: set your cold address')
  if (fees.least > fees.most) wrong('fees.leastGwei is above fees.mostGwei: set it below')
  if (Buffer.byteLength(config.socket) > 100)
    wrong(
      'the path of the socket is longer than 100 bytes, which no system allows: set a shorter one',
    )
  const isProduction = env.NODE_ENV === 'production'
  if (isProduction && config.isTestChain)
    wrong(
      `chainId is ${config.chainId}, a test chain, and NODE_ENV is production: set the real one`,
    )
  if (env.SIGNER_CRASH_AT && (isProduction || !config.isTestChain))
    wrong('SIGNER_CRASH_AT is set, which is for tests alone: take it away')
}

/** The passphrase of the key file: SIGNER_PASSPHRASE, or the file of that name in the folder. */
export function readPassphrase(folder: string, env: Record<string, string | undefined>): string {
  if (env.SIGNER_PASSPHRASE) return env.SIGNER_PASSPHRASE
  return readSecretFile(filesOf(folder).passphrase, 'set SIGNER_PASSPHRASE, or write it there')
}

/** The token that every request carries. */
export function readToken(folder: string): string {
  const token = readSecretFile(filesOf(folder).token, 'write at least 32 random characters there')
  if (token.length >= 32) return token
  throw new UnusableSettings(
    `${filesOf(folder).token} holds fewer than 32 characters: write at least 32 random ones there.`,
  )
}

/** The content of a file that nobody else may read. */
function readSecretFile(file: string, mend: string): string {
  if (!existsSync(file))
    throw new UnusableSettings(`${file} is missing: ${mend}, readable by you alone.`)
  if ((statSync(file).mode & 0o077) !== 0)
    throw new UnusableSettings(
      `${file} can be read by others: chmod 600 it, and replace what is in it.`,
    )
  return readFileSync(file, 'utf8').trim()
}

function requirePrivateFolder(folder: string): void {
  if (!existsSync(folder))
    throw new UnusableSettings(`${folder} is not there: set SIGNER_DIR to the signer's folder.`)
  if ((statSync(folder).mode & 0o077) !== 0)
    throw new UnusableSettings(`${folder} can be entered by others: chmod 700 it.`)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UnusableSettings(`${file} cannot be read as JSON: ${(error as Error).message}.`)
  }
}

/** The order's own fields by the configuration. */
export const orderFields = ({ chainId, token }: Config) => ({
  chainId,
  token: payoutOrder.shape.token.parse(token.toLowerCase()),
})
