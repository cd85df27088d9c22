import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@banyan/tools/ports'
import { findRunningPostgres, startPostgres } from '@banyan/tools/postgres'

const repository = join(import.meta.dirname, '..')

/** A person of the demo community, as the start prints them. */
export interface DemoAccount {
  accountId: string
  nickname: string
  loginPassword: string
  paymentPassword: string
}

/** An operator of the demonstration, as the start prints them. */
export interface DemoOperator {
  name: string
  role: string
  password: string
}

/** The product as `npm start` runs it, over a data folder of its own. */
export class Product {
  readonly #env: NodeJS.ProcessEnv
  readonly #dataDir: string
  readonly appUrl: string
  #start: ChildProcess | undefined
  #output = ''

  private constructor(dataDir: string, port: number, more: NodeJS.ProcessEnv) {
    this.#dataDir = dataDir
    this.appUrl = `http://localhost:${port}`
    const { DATABASE_URL: _, CHAIN_RPC_URLS: __, ...env } = process.env
    this.#env = { ...env, DATA_DIR: dataDir, PORT: String(port), DEMO: '1', NODE_ENV: '', ...more }
  }

  /**
   * Starts the product over a data folder, with some settings; over an empty one it makes a demo
   * community of 45 days first. Resolves when it reports that it is ready.
   */
  static async startOn(dataDir: string, settings: NodeJS.ProcessEnv = {}): Promise<Product> {
    const product = new Product(dataDir, await freePort(), settings)
    await product.startAgain()
    return product
  }

  /** Starts it over the same data. */
  async startAgain(): Promise<void> {
    const start = spawn(process.execPath, ['tools/bootstrap/start.mjs'], {
      cwd: repository,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#start = start
    this.#output = ''
    await new Promise<void>((resolve, reject) => {
      const collect = (piece: Buffer) => {
        this.#output += piece
        if (/Banyan is ready/.test(this.#output) && /Stop\s+Ctrl-C/.test(this.#output)) resolve()
      }
      start.stdout.on('data', collect)
      start.stderr.on('data', collect)
      start.once('exit', code =>
        reject(new Error(`the start ended with ${code}:\n${this.#output}`)),
      )
    })
  }

  /** The operators' console, and where their calls are answered. */
  get consoleUrl(): string {
    return this.#printed('Console')
  }

  /** The demo wallet's page. */
  get walletUrl(): string {
    return this.#printed('Demo wallet')
  }

  /** The page that lists every e-mail. */
  get inboxUrl(): string {
    return this.#printed('Mail inbox')
  }

  /** An address that the start has printed under a name. */
  #printed(name: string): string {
    const url = new RegExp(`${name}\\s+(http\\S+)`).exec(this.#output)?.[1]
    if (url === undefined) throw new Error(`no ${name} was printed:\n${this.#output}`)
    return url
  }

  /** The database's address as its owner, for actions that only an operator does. */
  get databaseUrl(): string {
    const url = findRunningPostgres(join(this.#dataDir, 'postgres'))
    if (url === undefined) throw new Error('the database does not run')
    return url
  }

  get demoAccounts(): DemoAccount[] {
    return JSON.parse(readFileSync(join(this.#dataDir, 'demo-accounts.json'), 'utf8'))
  }

  get demoOperators(): DemoOperator[] {
    const lines = this.#output.matchAll(/^ *(demo-[\w-]+) +(\w+) +(\S+)/gm)
    return [...lines].map(([, name = '', role = '', password = '']) => ({ name, role, password }))
  }

  /** Ctrl-C. Returns the exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGINT')
  }

  /** Kill -9 of the start itself, without a signal to what it runs. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const start = this.#start
    if (!start || start.exitCode !== null || start.signalCode !== null) return null
    const gone = new Promise<number | null>(resolve => start.once('exit', resolve))
    start.kill(signal)
    return gone
  }

  /** The last warnings and errors in the log of its server, for the report of a failure. */
  warnings(): string[] {
    const lines = readFileSync(join(this.#dataDir, 'logs/server.log'), 'utf8').split('\n')
    return lines.filter(line => /^{"level":[456]0,/.test(line)).slice(-20)
  }

  /** Every process of this product: its start, and all descendants. */
  processes(): Running[] {
    const all = runningNow()
    const processes = new Set([this.#start?.pid])
    // Parents have no order among the ids: repeat until no new one is found.
    for (let before = 0; before !== processes.size; ) {
      before = processes.size
      for (const { pid, parent } of all) if (processes.has(parent)) processes.add(pid)
    }
    return all.filter(one => processes.has(one.pid))
  }

  /** Runs its PostgreSQL alone while the product is stopped, and does something in it as its owner. */
  async whileOff(work: (databaseUrl: string) => Promise<void>): Promise<void> {
    const { url, stop } = await startPostgres({ dataDir: join(this.#dataDir, 'postgres') })
    try {
      await work(url)
    } finally {
      await stop()
    }
  }

  /** `npm run reconcile` over the same data. */
  reconcile(): Promise<{ code: number | null; output: string }> {
    return this.command('reconcile')
  }

  /** `npm run ledger:verify` over the same data. */
  verify(): Promise<{ code: number | null; output: string }> {
    return this.command('verify')
  }

  /** Runs one of the product's own commands over the same data, with more in its environment. */
  async command(
    name: 'reconcile' | 'verify' | 'backup-key' | 'backup' | 'restore',
    args: readonly string[] = [],
    more: NodeJS.ProcessEnv = {},
  ): Promise<{ code: number | null; output: string }> {
    const check = spawn(process.execPath, [`tools/bootstrap/${name}.mjs`, ...args], {
      cwd: repository,
      env: { ...this.#env, ...more },
    })
    let output = ''
    check.stdout.on('data', piece => {
      output += piece
    })
    check.stderr.on('data', piece => {
      output += piece
    })
    const code = await new Promise<number | null>(resolve => check.once('close', resolve))
    return { code, output }
  }
}

/** A process; its start time distinguishes it from a later one with the same id. */
export interface Running {
  pid: number
  parent: number
  began: string
  program: string
}

/** Every living process; a zombie is not one. */
function runningNow(): Running[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const command = stat.lastIndexOf(')')
        const program = stat.slice(stat.indexOf('(') + 1, command)
        const [state, parent, ...rest] = stat.slice(command + 2).split(' ')
        if (state === 'Z' || state === 'X') return []
        return [{ pid: Number(pid), parent: Number(parent), began: rest[17] ?? '', program }]
      } catch {
        // It ended during the check.
        return []
      }
    })
}

/** Those of them that still run. */
export function stillRunning(then: readonly Running[]): Running[] {
  const now = runningNow()
  return then.filter(one => now.some(two => two.pid === one.pid && two.began === one.began))
}

interface Envelope {
  code: number
  msg: string
  // biome-ignore lint/suspicious/noExplicitAny: a claim reads whatever the wire holds
  data: any
}

/** A session beside the pages, for requests that a page cannot make. */
export class ApiSession {
  readonly #appUrl: string
  readonly #token: string

  private constructor(appUrl: string, token: string) {
    this.#appUrl = appUrl
    this.#token = token
  }

  static async open(
    appUrl: string,
    account: { accountId: string; loginPassword: string },
  ): Promise<ApiSession> {
    const { accountId, loginPassword } = account
    const response = await fetch(`${appUrl}/api/session/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accountId, loginPassword, deviceCode: 'e2'.repeat(32) }),
    })
    return new ApiSession(appUrl, read(await response.json()).token)
  }

  // biome-ignore lint/suspicious/noExplicitAny: a claim reads whatever the wire holds
  async get(path: string): Promise<any> {
    const headers = { authorization: `Bearer ${this.#token}` }
    const response = await fetch(this.#appUrl + path, { headers })
    return read(await response.json())
  }
}

function read(envelope: unknown) {
  const { code, msg, data } = envelope as Envelope
  if (code !== 1) throw new Error(`the server answered ${code}: ${msg}`)
  return data
}
