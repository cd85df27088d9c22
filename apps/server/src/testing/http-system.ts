import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AnswerOf,
  type Asset,
  arbitratorsNeeded,
  type Endpoint,
  type InputOf,
  ONE,
  parseAmount,
  wireIdOf,
} from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { startMail } from '@banyan/tools/mail'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { openApi } from '../api-server.ts'
import { createPlatform } from '../create-platform.ts'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { connectDatabase } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { claimKeys } from '../platform/key-check.ts'
import { openSubscriptions } from '../subscriptions/index.ts'
import { openSystem } from '../system.ts'
import {
  copyTestDatabase,
  openTestDatabase,
  type TestDatabase,
  withTestLimits,
} from './database.ts'
import { openEconomyNode, platformOn } from './economy-node.ts'
import { readFacts } from './facts.ts'
import { drawNickname, joinMember, type TestMember } from './members.ts'
import { bookFoundingMoney, receiveOnChain } from './receipts.ts'

/** An answer over the wire. `send` has checked already that it is an envelope. */
export interface Reply {
  status: number
  headers: Headers
  /** The body, byte for byte. */
  text: string
  code: number
  msg: string
  // biome-ignore lint/suspicious/noExplicitAny: a claim reads whatever the wire holds
  data: any
}

export interface Sending {
  token?: string | null
  key?: string
  query?: object
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead of `body`. */
  raw?: RequestInit['body']
  headers?: Record<string, string>
}

/** Params, query and body, typed as loosely as a test needs. */
export interface Asking extends Omit<Sending, 'raw'> {
  params?: object
  as?: { token: string }
}

/** The origin that pages of the console have; no browser opens it here, so any port does. */
export const CONSOLE_ORIGIN = 'http://localhost:9999'

/** The whole server on free ports, over its own database. */
export type HttpSystem = Awaited<ReturnType<typeof openHttpSystem>>

interface HttpSystemOptions {
  rateLimitScale?: number
  env?: Record<string, string>
  /** The database address that the server gets, where a test puts something in between. */
  through?: Between
  /**
   * Arbitrators who are always present, without whom nobody trades; omitted where a test has its
   * own.
   */
  arbitrators?: 'none'
  /** The founding time by the system clock, where a test settles days; now by default. */
  at?: string
  /** Whether the founding money has come in; true by default. */
  isFounded?: boolean
  /** Where its lines go; nowhere by default. */
  logger?: Logger
  /** Opened over a copy of what another one kept, with the clock of that time. */
  copyOf?: KeptSystem
}

/** What remains of a system that was closed to be copied. */
export interface KeptSystem {
  database: string
  dataDir: string
  rootInviteCode: string
  keptAt: string
  /** How often each name has joined. */
  joined: ReadonlyMap<string, number>
}

/** Opens every module and the API, as `npm start` does, and talks to it over HTTP only. */
export async function openHttpSystem(options: HttpSystemOptions = {}) {
  const { copyOf } = options
  const db = await (copyOf ? copyTestDatabase(copyOf.database) : openTestDatabase())
  /** The offset of the system clock from the real time while nothing shifts it. */
  const at = copyOf?.keptAt ?? options.at
  const ownShift = at === undefined ? 0 : Date.parse(at) - Date.now()
  const shiftWallClock = async (ms: number): Promise<void> => {
    await sql`delete from house_clock`.execute(db.database)
    if (ms !== 0)
      await sql`insert into house_clock (shift) values (${ms}::float8 * interval '1 millisecond')`.execute(
        db.database,
      )
  }
  await shiftWallClock(ownShift)
  const dataDir = mkdtempSync(join(tmpdir(), 'banyan-server-'))
  if (copyOf) cpSync(copyOf.dataDir, dataDir, { recursive: true })
  const between = await options.through?.(db.url)
  const mail = await startMail({ dataDir: join(dataDir, 'mail') })
  const config = readConfig({
    DATABASE_URL: between ?? db.url,
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: String(options.rateLimitScale ?? 10_000),
    LOG_LEVEL: 'silent',
    SMTP_URL: mail.smtpUrl,
    MAIL_INBOX_URL: mail.inboxUrl,
    CONSOLE_PORT: '9999',
    CONSOLE_ORIGIN,
    ...options.env,
  })
  const logger = options.logger ?? pino({ level: 'silent' })
  const secrets = await claimKeys(connectDatabase(db.owner), dataDir, [])
  const createAndFund = async (): Promise<string> => {
    const code = await createPlatform({ config, secrets, logger })
    if (options.isFounded ?? true) await bookFoundingMoney(db.database, treasuryOn(db, config))
    if (options.arbitrators !== 'none') await seatArbitrators(db)
    return code
  }
  const rootInviteCode = copyOf?.rootInviteCode ?? (await createAndFund())

  let underWay = 0
  const open = async () => {
    const system = openSystem(config, logger)
    withTestLimits(system.platform.pool)
    // A server without test hooks does not open on a shifted clock.
    await shiftWallClock(0)
    await system.ready()
    await shiftWallClock(ownShift)
    const { app, console, live } = await openApi(system)
    const listen = async (server: FastifyInstance): Promise<string> => {
      server.server.on('request', (_, response) => {
        underWay++
        response.on('close', () => underWay--)
      })
      await server.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    }
    const url = await listen(app)
    const consoleUrl = console ? await listen(console) : url
    return { system, app, console, live, url, consoleUrl }
  }
  let runsIn = await open()
  const shut = async () => {
    runsIn.live.close()
    await runsIn.app.close()
    await runsIn.console?.close()
    await runsIn.system.close()
  }

  /** Operators' calls are answered on the console's listener alone. */
  const baseOf = (path: string): string =>
    path.startsWith('/api/operator/') ? runsIn.consoleUrl : runsIn.url

  const send = async (method: string, path: string, sending: Sending = {}): Promise<Reply> => {
    const { token, key, query, body, raw, headers } = sending
    const search = new URLSearchParams(query as Record<string, string>).toString()
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`${baseOf(path)}${path}${search && `?${search}`}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, ...readEnvelope(text) }
  }

  /** Calls an endpoint of the contract. A money call gets its own key where none is given. */
  const ask = (endpoint: Endpoint, asking: Asking = {}): Promise<Reply> => {
    const { params = {}, as, key, body, ...rest } = asking
    return send(endpoint.method, pathOf(endpoint, params), {
      token: as?.token ?? null,
      ...(endpoint.money ? { key: key ?? newUuid() } : key === undefined ? {} : { key }),
      ...(endpoint.method === 'POST' ? { body: body ?? {} } : {}),
      ...rest,
    })
  }

  /** As `ask`, for calls that must succeed. */
  const must = async <E extends Endpoint>(
    endpoint: E,
    asking: Asking = {},
  ): Promise<AnswerOf<E>> => {
    const reply = await ask(endpoint, asking)
    if (reply.code !== 1) throw new Error(`${endpoint.id} answered ${reply.code}: ${reply.msg}`)
    return reply.data
  }

  const job = async (name: string): Promise<void> => {
    const job = runsIn.system.jobs.find(one => one.name === name)
    if (!job) throw new Error(`there is no job ${name}`)
    await job.run()
  }

  const modules = {
    rootInviteCode,
    call: <E extends Endpoint>(endpoint: E, input?: InputOf<E>) =>
      must(endpoint, (input ?? {}) as Asking),
    sessions: {
      authenticate: (token: string | null) => runsIn.system.auth.authenticate(token),
    },
  }
  const ledger = openLedger()
  const joined = new Map(copyOf?.joined)
  const subscriptions = openSubscriptions(
    { config, database: db.database, pool: db.pool, logger, secrets },
    {
      ledger,
      parameters: async () => parametersV1,
      pricing: { guide: async () => ({ price: ONE, exitPrice: ONE, publishedAt: null }) },
      // Only a member's limit depends on when they joined, and nothing is placed here.
      joinedAmong: async (_reader, ids) => new Map(ids.map(id => [id, new Date(0)])),
      // Nothing that is issued here cites a prompt, and nothing is missing.
      prompts: { citePrompt: async () => 'static', reopenPrompt: async () => {} },
      stopFor: async () => null,
      isWoundDown: async () => false,
      enterBalances: async () => {},
      riskAnswered: async () => new Map(),
      pauseBuying: async () => {},
      marketBuys: async () => new Map(),
    },
  )

  return {
    db,
    config,
    rootInviteCode,
    modules,
    /** The services of the server's modules, for what no call can do. */
    get platform() {
      return runsIn.system.platform
    },
    /** What was committed, as open pages and jobs hear it. */
    get live() {
      return runsIn.live
    },
    send,
    ask,
    must,
    get url() {
      return runsIn.url
    },
    /** The address of a path, on the listener that answers it. */
    at: (path: string): string => `${baseOf(path)}${path}`,
    /** Where the operators' console and their calls are. */
    get consoleUrl() {
      return runsIn.consoleUrl
    },

    /**
     * A member who has created an account, logged in and answered the questions on risk, over HTTP.
     * A repeated name gets a suffix.
     */
    join: async (name: string, inviteCode = rootInviteCode): Promise<TestMember> => {
      const known = joined.get(name) ?? 0
      joined.set(name, known + 1)
      const nickname = known === 0 ? name : drawNickname(name)
      const member = await joinMember(modules, { nickname, inviteCode })
      await db.owner.query(
        `insert into risk_answer values ($1, 1, 'en', 'as in the questions', house_now())`,
        [member.memberId],
      )
      return member
    },

    /** Gives coins from outside the system. */
    give: (to: { memberId: string }, asset: Asset, amount: string) =>
      inTransaction(db.database, tx =>
        ledger.post(tx, [
          {
            from: houseAccount(asset, asset === 'USDT' ? 'EXT' : 'ISSUE'),
            to: memberAccount(to.memberId, asset),
            amount: parseAmount(amount),
            kind: asset === 'USDT' ? 'recharge' : 'subscription_issue',
            reference: newUuid(),
          },
        ]),
      ),

    /** Fills a pending subscription at 1.000000 through its module, as the run of its day would. */
    issue: (id: string) =>
      inTransaction(db.database, async tx => {
        const period = '2026-01-01'
        await tx
          .updateTable('subscription')
          .set({ state: 'settling', period })
          .where('id', '=', id)
          .execute()
        const { amount } = await tx
          .selectFrom('subscription')
          .select('amount')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const fills = new Map([[id, { id, filled: amount, refunded: 0n, quantity: amount }]])
        await subscriptions.postFills(tx, { period, ruleVersion: 1, price: ONE, fills }, 1)
      }),

    /**
     * Receives money from outside that is final on the chain and not classified. Returns its API
     * id.
     */
    receive: async (usdt: string): Promise<string> =>
      wireIdOf('rcp', await receiveOnChain(db.database, usdt)),

    /**
     * Stores a reading of the chain that lacks this much, red unless all debts are covered; an
     * empty amount removes it.
     */
    chainLacks: async (usdt: string, { isCovered = false } = {}): Promise<void> => {
      const period = '9999-12-31'
      await db.owner.query('delete from solvency_reading where period = $1', [period])
      if (usdt === '0') return
      await db.owner.query(
        `insert into solvency_reading (period, read_at, custody, owed, red, figures, block_number,
           block_hash, missing, confirmed)
         select $1, house_now(), case when $3 then $2 else 0 end, $2, false, $4, 77, $5, $2,
           coalesce(sum(amount) filter (where decision = 'confirmed'), 0) from treasury_shortfall`,
        [period, `${parseAmount(usdt)}`, isCovered, figuresOf(usdt), `0x${'77'.repeat(32)}`],
      )
    },

    /** Moves the clock this far from its own time; 0 moves it back. */
    shiftClock: (ms: number): Promise<void> => shiftWallClock(ownShift + ms),
    /** Moves the clock to an instant. */
    setClock: (at: Date): Promise<void> => shiftWallClock(at.getTime() - Date.now()),
    now: (): Promise<Date> => systemNow(db.database),
    /** The number of calls and streams that have begun and not ended on either side. */
    underWay: () => underWay,

    /** Sends the queued e-mails. Returns those that have arrived at an address, newest first. */
    emailsTo: async (address: string) => {
      await job('mail')
      return mail.emails(address)
    },

    /** One run of a job, by its name: this system has no worker. */
    job,

    /**
     * All data that a call could change, as text. Guesses at passwords and last use are omitted.
     */
    facts: () => readFacts(db),

    /** Closes the API and the system and opens them again over the same data. */
    restart: async () => {
      await shut()
      runsIn = await open()
    },
    close: async () => {
      await shut()
      await mail.stop()
      await db.close()
      rmSync(dataDir, { recursive: true })
    },

    /** Closes the system and keeps its database and its files, to be copied. */
    keep: async (): Promise<KeptSystem> => {
      const keptAt = (await systemNow(db.database)).toISOString()
      await shut()
      await mail.stop()
      return { database: await db.keep(), dataDir, rootInviteCode, keptAt, joined }
    },
  }
}

/** The figures of a reading that lacks this much. */
const figuresOf = (missing: string): string =>
  JSON.stringify({
    held: [],
    owes: [],
    missing,
    unproven: '0',
    coin: { outstanding: '0', price: '1.000000', exitPrice: '1.000000' },
    chain: { block: 77, blockHash: '77'.repeat(32), addresses: 4, held: '0' },
  })

/** The treasury of a system, for the founding. */
const treasuryOn = (db: TestDatabase, config: Config) =>
  openEconomyNode({ ...platformOn(db.url, db.pool), config }).treasury

/**
 * Three who have just signed in, however far a test moves the clock. Nobody can sign in as them.
 */
const seatArbitrators = async ({ owner }: TestDatabase): Promise<void> => {
  await owner.query(
    `with seated as (
       insert into operator (id, name, role, password_hash, created_at)
       select gen_random_uuid(), 'always-there-' || place, 'arbitrator', '', house_now()
       from generate_series(1, ${arbitratorsNeeded}) as place returning id)
     insert into operator_session (id, operator_id, token_hash, signed_in_at, last_seen_at, expires_at)
     select gen_random_uuid(), id, sha256(id::text::bytea), '2199-01-01', house_now(), house_now() from seated`,
  )
}

/** Puts something between the server and its database. Returns the address for the server. */
export type Between = (databaseUrl: string) => Promise<string>

/** The path of a call with its parameters filled in. */
export const pathOf = (endpoint: Endpoint, params: object): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )

/** The shape of every answer: three members, and nothing beside them. */
function readEnvelope(text: string): Pick<Reply, 'code' | 'msg' | 'data'> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new Error(`an answer is no envelope: ${text.slice(0, 300)}`)
  }
  const names = Object.keys(read as object).sort()
  const { code, msg, data } = read as Reply
  if (names.join() !== 'code,data,msg' || !Number.isInteger(code) || typeof msg !== 'string')
    throw new Error(`an answer is no envelope: ${text.slice(0, 300)}`)
  return { code, msg, data }
}
