import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TestChain } from '../testchain/index.ts'
import { approverKeyIn, operatorKeyFile, registerApprovers } from './approvers.ts'
import { beginBuilds } from './build.ts'
import { keepChainSettings } from './chain-settings.ts'
import { isEmptyDatabase, requireDatabase, requireFreePort, troubleOfMailServer } from './checks.ts'
import { consolePortFor, consoleSettings, consoleUrlOf } from './console.ts'
import { type DataFolder, logFile, openDataFolder } from './data-folder.ts'
import { endGuard } from './guard.ts'
import type { Email } from './mail/index.ts'
import { freePort } from './ports.ts'
import { startPostgres } from './postgres.ts'
import { parentOf, programOf } from './processes.ts'
import { sentenceOf } from './refusal.ts'
import { repository } from './repository.ts'
import {
  demoDays,
  firstDayBefore,
  foundingHour,
  markSeeding,
  readDemoAccounts,
  requireWholeSeeding,
  seed,
} from './seeding.ts'
import { checkSettings, type Founded, migrate, reachable, startServer } from './server.ts'
import { addressVariables, readSettings, type Settings } from './settings.ts'
import { prepareSigner, type SignerPlace, startSigner } from './signer.ts'
import { summarise } from './summary.ts'
import { type Supervision, supervise } from './supervisor.ts'

/** What is running, in the order of its start; stopped from the end. */
const running: { name: string; stop(): Promise<void> }[] = []
let folder: DataFolder | undefined
let isEnding = false

const supervision: Supervision = {
  notice: text => console.log(`  ${text}`),
  giveUp: reason => void end(1, reason),
}

watchForTheEnd()
await start().catch(error => end(1, sentenceOf(error)))

async function start() {
  const settings = readSettings(process.env)
  folder = openDataFolder(settings.dataDir)
  requireWholeSeeding(folder)
  await requireFreePort(settings, folder.wasCrashed ? 20_000 : 0)
  if (settings.databaseUrl !== undefined) await requireDatabase(settings.databaseUrl)
  await open(settings, folder, beginBuilds())
}

/** Everything waits only for what it needs: the seeding for the server, and pages for the end. */
async function open(settings: Settings, data: DataFolder, builds: ReturnType<typeof beginBuilds>) {
  const isNewChain = !existsSync(join(data.chain, 'state.json'))
  const maySeed = settings.demo && settings.chain === undefined && isNewChain
  const databaseUrl = await openDatabase(settings, data)
  await builds.server
  const willSeed = maySeed && (await isEmptyDatabase(databaseUrl))
  if (willSeed) {
    // A mistaken setting is refused while nothing has been prepared with it.
    await checkSettings(settingsBefore(settings, data, databaseUrl))
    markSeeding(data)
  }
  const firstDay = firstDayBefore(new Date())
  const shiftMs = willSeed ? firstDay.getTime() + foundingHour * 3_600_000 - Date.now() : 0
  const signer = settings.chain === undefined ? prepareSigner(data) : undefined
  const [chain, mail] = await Promise.all([
    openChain(settings, data, {
      timeOffsetMs: shiftMs,
      ...(signer && { hot: signer.address, depositXpub: signer.depositXpub }),
    }),
    openMail(settings, data),
  ])
  const consolePort = await consolePortFor(settings, data.root)
  const env = {
    ...serverEnvironment(settings, data, { databaseUrl, chain, mail, signer }),
    ...consoleSettings(consolePort),
  }
  if (chain !== undefined) keepChainSettings(data.chain, env)
  const founded = await migrate(willSeed ? foundedInThePast(env, shiftMs) : env)
  const { rootInviteCode, operators, setUps } = founded
  await builds.signer
  if (signer && chain) await openSigner(signer, { chain, operators, data })
  if (willSeed && chain !== undefined) await makeDemo(data, env, { chain, mail, founded, firstDay })
  await chain?.supplyGas()
  await Promise.all([builds.member, builds.console])
  await supervised('The server', () => startServer(env, logFile(data, 'server')))
  const appUrl = `http://${reachable(settings.host)}:${settings.port}`
  const operatorsUrl = `http://${reachable(settings.host)}:${consolePort}`
  if (signer && consolePort !== undefined)
    await registerApprovers(operatorsUrl, operators, data.root)
  console.log(
    summarise({
      appUrl,
      host: settings.host,
      ...(consolePort === undefined ? {} : { consoleUrl: consoleUrlOf(consolePort) }),
      ...(chain === undefined ? {} : { walletUrl: chain.walletUrl }),
      ...(mail.inboxUrl === undefined ? {} : { inboxUrl: mail.inboxUrl }),
      accounts: settings.demo ? readDemoAccounts(data) : [],
      operators,
      setUps,
      testHooks: settings.testHooks,
      ...(existsSync(data.demoAccounts) && settings.demo ? {} : { rootInviteCode }),
      dataDir: relative(process.cwd(), data.root) || '.',
      seconds: performance.now() / 1000,
    }),
  )
}

/** The demo platform is founded where its community's life begins. */
function foundedInThePast(env: NodeJS.ProcessEnv, shiftMs: number): NodeJS.ProcessEnv {
  return { ...env, TEST_HOOKS: '1', FOUNDING_SHIFT_MS: String(shiftMs) }
}

async function openDatabase(settings: Settings, data: DataFolder): Promise<string> {
  if (settings.databaseUrl !== undefined) return settings.databaseUrl
  const { url } = await supervised('PostgreSQL', () => startPostgres({ dataDir: data.postgres }))
  return url
}

async function openChain(
  settings: Settings,
  data: DataFolder,
  given: { timeOffsetMs: number; hot?: SignerPlace['address']; depositXpub?: string },
): Promise<TestChain | undefined> {
  if (settings.chain !== undefined) return undefined
  const { startTestChain } = await import('../testchain/index.ts')
  const movesClock = settings.testHooks
  return supervised('The test chain', () =>
    startTestChain({ dataDir: data.chain, movesClock, ...given }),
  )
}

/** Only with the test chain: with a chain of your own the signer runs under another user. */
function openSigner(
  place: SignerPlace,
  context: Omit<Parameters<typeof startSigner>[1], 'logFile'>,
) {
  const file = logFile(context.data, 'signer')
  return supervised('The signer', () => startSigner(place, { ...context, logFile: file }))
}

/** The mail server: the one in SMTP_URL, or an inbox that only this machine sees. */
interface MailRoute {
  smtpUrl: string
  inboxUrl?: string
  /** Those that have come to an address; null where they are really sent. */
  emails: ((to: string) => Email[]) | null
}

async function openMail(settings: Settings, data: DataFolder): Promise<MailRoute> {
  if (settings.smtpUrl !== undefined) {
    const trouble = await troubleOfMailServer(settings.smtpUrl)
    // E-mails wait for a mail server that is down, so the server starts all the same.
    if (trouble !== undefined) supervision.notice(trouble)
    return { smtpUrl: settings.smtpUrl, emails: null }
  }
  const { startMail } = await import('./mail/index.ts')
  const mail = await startMail({ dataDir: data.mail })
  running.push({ name: 'The mail', stop: mail.stop })
  return mail
}

async function makeDemo(
  data: DataFolder,
  env: NodeJS.ProcessEnv,
  prepared: { chain: TestChain; mail: MailRoute; founded: Founded; firstDay: Date },
) {
  const { chain, mail, founded, firstDay } = prepared
  console.log('  Preparing the demo community (at the first start)…')
  const [port, consolePort] = [await freePort(), await freePort()]
  const operatorsUrl = `http://127.0.0.1:${consolePort}`
  const seedingEnv = {
    ...env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_ORIGIN: '',
    CONSOLE_PORT: String(consolePort),
    CONSOLE_ORIGIN: '',
    METRICS_PORT: '',
    TEST_HOOKS: '1',
    RATE_LIMIT_SCALE: '1000',
  }
  const server = await startServer(seedingEnv, logFile(data, 'seeding'))
  await registerApprovers(operatorsUrl, founded.operators, data.root)
  const { seedDemoCommunity } = await import('./seed/index.ts')
  const context = {
    baseUrl: `http://127.0.0.1:${port}`,
    operatorsUrl,
    chain,
    ...founded,
    firstDay,
    demoDays,
    approverKey: (name: string) => approverKeyIn(operatorKeyFile(data.root, name)),
    emails: mail.emails,
    progress: (text: string) => console.log(`    ${text}`),
  }
  await seed(data, context, seedDemoCommunity)
  await server.stop()
}

function serverEnvironment(
  settings: Settings,
  data: DataFolder,
  parts: {
    databaseUrl: string
    chain: TestChain | undefined
    mail: MailRoute
    signer: SignerPlace | undefined
  },
): NodeJS.ProcessEnv {
  const { databaseUrl, chain: testChain, mail, signer } = parts
  const chain = settings.chain ?? {
    rpcUrls: [testChain?.rpcUrl],
    chainId: testChain?.chainId,
    usdt: testChain?.usdt,
    depositXpub: testChain?.depositXpub,
    addresses: testChain?.addresses,
  }
  const { FOUNDING_SHIFT_MS: _shift, ...inherited } = process.env
  return {
    ...inherited,
    TEST_HOOKS: settings.testHooks ? '1' : '0',
    DATABASE_URL: databaseUrl,
    PORT: String(settings.port),
    HOST: settings.host,
    DATA_DIR: data.root,
    DEMO: settings.demo ? '1' : '0',
    ...dynamicSettings(settings),
    CHAIN_RPC_URLS: chain.rpcUrls.join(','),
    CHAIN_ID: String(chain.chainId),
    USDT_CONTRACT: chain.usdt,
    DEPOSIT_XPUB: chain.depositXpub,
    ...Object.fromEntries(
      Object.entries(addressVariables).map(([use, name]) => [
        name,
        chain.addresses?.[use as keyof typeof addressVariables],
      ]),
    ),
    ...(signer && {
      SIGNER_SOCKET: signer.socket,
      SIGNER_TOKEN_FILE: signer.tokenFile,
      RULE_CHECK_KEY_FILE: signer.ruleCheckKeyFile,
    }),
    TEST_CHAIN_WALLET_URL: testChain?.walletUrl ?? '',
    SMTP_URL: mail.smtpUrl,
    MAIL_INBOX_URL: mail.inboxUrl ?? '',
    MEMBER_DIST: join(repository, 'apps/member/dist'),
  }
}

/** What is known of the server's settings before the chain and the mail are there. */
function settingsBefore(
  settings: Settings,
  data: DataFolder,
  databaseUrl: string,
): NodeJS.ProcessEnv {
  return {
    ...serverEnvironment(settings, data, {
      databaseUrl,
      chain: undefined,
      mail: { smtpUrl: settings.smtpUrl ?? '', emails: null },
      signer: undefined,
    }),
    CHAIN_RPC_URLS: '',
    CHAIN_ID: '',
    USDT_CONTRACT: '',
    DEPOSIT_XPUB: '',
  }
}

/** Network pay is off unless a deployment switches it on; the demo community shows it where its people live. */
function dynamicSettings({ demo, chain }: Settings): NodeJS.ProcessEnv {
  const { DYNAMIC_ENABLED, DYNAMIC_COUNTRIES } = process.env
  const isShown = DYNAMIC_ENABLED === undefined && demo && chain === undefined
  return {
    DYNAMIC_ENABLED: isShown ? '1' : (DYNAMIC_ENABLED ?? '0'),
    DYNAMIC_COUNTRIES: DYNAMIC_COUNTRIES ?? (isShown ? 'SG,MY' : ''),
  }
}

async function supervised<Running extends { ended: Promise<unknown>; stop(): Promise<unknown> }>(
  name: string,
  begin: () => Promise<Running>,
): Promise<Running> {
  const { first, stop } = await supervise(name, begin, supervision)
  running.push({ name, stop })
  return first
}

/** Ctrl-C, a stop signal, a closed terminal, and the death of the npm that runs this program. */
function watchForTheEnd() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end(0))
  }
  process.on('uncaughtException', error => void end(1, sentenceOf(error)))
  process.on('unhandledRejection', error => void end(1, sentenceOf(error)))
  const runner = npmAbove()
  if (runner === undefined) return
  setInterval(() => {
    if (npmAbove() !== runner) void end(0)
  }, 500).unref()
}

/**
 * The npm that runs this program, directly or through a shell; when it is gone, the parent id is
 * another one.
 */
function npmAbove(): number | undefined {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parent = process.ppid
  return programOf(parent) === 'node' ? parent : parentOf(parent)
}

/** Stops everything, the last started first, and leaves. A second call while it is under way is nothing. */
async function end(code: number, reason?: string) {
  if (isEnding) return
  isEnding = true
  if (reason !== undefined) console.error(`\n  ${reason}\n`)
  else console.log('\n  Stopping…')
  for (const service of running.reverse()) await service.stop().catch(() => {})
  await endGuard()
  folder?.release()
  if (reason === undefined) console.log('  Stopped. Everything is kept.')
  process.exit(code)
}
