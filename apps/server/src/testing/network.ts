import { randomInt } from 'node:crypto'
import type { AnswerOf, Endpoint, SideChoice } from '@banyan/domain'
import * as domain from '@banyan/domain'
import { cutoffOf, type Period, parametersV1, placeAll } from '@banyan/economy'
import { sql } from 'kysely'
import { pino } from 'pino'
import { checkNetwork, type Network, openNetwork } from '../network/index.ts'
import { readConfig } from '../platform/config.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Route } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { ringOf } from '../platform/key-ring.ts'
import type { Platform } from '../platform/module.ts'
import { openTestDatabase } from './database.ts'

/** The network module for a test, on its own database. */
export type NetworkFixture = Awaited<ReturnType<typeof openNetworkFixture>>

const EVERY_MS = 50

/** The network module alone on a real database, with a root; the test controls the system clock. */
export async function openNetworkFixture(foundedAt: string) {
  const db = await openTestDatabase()
  const { database } = db
  const platform: Platform = {
    config: readConfig({ DATABASE_URL: db.url, TEST_HOOKS: '1' }),
    secrets: {
      pepper: ringOf(Buffer.alloc(32)),
      fingerprintKey: ringOf(Buffer.alloc(32)),
      fieldKey: ringOf(Buffer.alloc(32)),
      pushKey: ringOf(Buffer.alloc(32)),
      auditKey: ringOf(Buffer.alloc(32)),
    },
    database,
    pool: db.pool,
    logger: pino({ level: 'silent' }),
  }
  /** Members whom the last settlement counted as effective, set by a test. */
  const effective = new Set<string>()
  const openNode = () =>
    openNetwork(
      platform,
      {
        nicknames: async (reader, ids) => {
          if (ids.length === 0) return new Map()
          const rows = await reader
            .selectFrom('member')
            .select(['id', 'nickname'])
            .where('id', 'in', ids)
            .execute()
          return new Map(rows.map(row => [row.id, row.nickname]))
        },
        effectiveAmong: async (_, ids) => new Set(ids.filter(id => effective.has(id))),
        parameters: async () => parametersV1,
        remind: async () => {},
      },
      { everyMs: EVERY_MS },
    )
  const node = openNode()

  const setNow = async (instant: string | Date): Promise<void> => {
    await sql`
      insert into house_clock (shift) values (${instant}::timestamptz - clock_timestamp())
      on conflict (only_row) do update set shift = excluded.shift`.execute(database)
  }
  const insertMember = async (nickname: string, inviterId: string | null): Promise<string> => {
    const id = newUuid()
    await inTransaction(database, async tx => {
      await sql`select pg_advisory_xact_lock(1, hashtext(${inviterId ?? ''}))`.execute(tx)
      await tx
        .insertInto('member')
        .values({
          id,
          nickname,
          inviterId,
          country: 'SG',
          consentedAt: sql<Date>`house_now()`,
          accountId: `${randomInt(10_000_000, 100_000_000)}`,
          inviteCode: id.replaceAll('-', '').slice(-8).toUpperCase(),
        })
        .execute()
      if (inviterId !== null) await node.welcome(tx, { memberId: id, inviterId })
    })
    return id
  }
  /** Calls an endpoint as the dispatcher does after its checks, and checks the answer's shape. */
  const call = async <E extends Endpoint>(
    endpoint: E,
    memberId: string,
    input: { params?: object; query?: object; body?: object } = {},
    at: Network = node,
  ): Promise<AnswerOf<E>> => {
    const routes = (at.module.routes ?? []) as Route[]
    const route = routes.find(one => one.endpoint === endpoint)
    if (!route) throw new Error(`no module answers ${endpoint.id}`)
    const call = {
      params: input.params ?? {},
      query: endpoint.query.parse(input.query ?? {}) as object,
      body: input.body ?? {},
      caller: { memberId, sessionId: '' },
      locale: 'en' as const,
      ip: '127.0.0.1',
    }
    const answer =
      route.kind === 'money'
        ? await inTransaction(database, tx => route.handle(tx, call, newUuid()))
        : await route.handle(call)
    return endpoint.answer.parse(answer) as AnswerOf<E>
  }

  await setNow(foundedAt)
  const root = await insertMember('Root', null)
  await inTransaction(database, tx => node.placeRoot(tx, root))

  const close = (period: Period) =>
    inTransaction(database, tx => node.closeRound(tx, { period, cutoff: cutoffOf(period) }))
  const post = async (period: Period, chunk = 100): Promise<number> => {
    const placed = placeAll(await node.factsOfRun(database, period))
    const outcome = { period, placed, placementDays: parametersV1.placementDays }
    let done = 0
    for (;;) {
      const count = await inTransaction(database, tx => node.postPlacements(tx, outcome, chunk))
      if (count === 0) return done
      done += count
    }
  }
  return {
    db,
    database,
    root,
    network: node,
    openNode,
    call,
    setNow,
    close,
    post,
    /** Registers a member under an inviter, now. */
    join: (nickname: string, inviterId: string) => insertMember(nickname, inviterId),
    /** The whole of step 10, with the clock a second after the cut-off. */
    settle: async (period: Period): Promise<number> => {
      await setNow(new Date(cutoffOf(period).getTime() + 1_000))
      await close(period)
      return post(period)
    },
    place: (inviterId: string, memberId: string, choice: SideChoice) =>
      call(domain.placeInvitee, inviterId, {
        body: { invitee: domain.wireIdOf('inv', memberId), choice, paymentPassword: '' },
      }),
    withdraw: (inviterId: string, memberId: string) =>
      call(domain.withdrawPlacement, inviterId, {
        params: { id: domain.wireIdOf('inv', memberId) },
      }),
    /** The tree as text: one line a node, in index order. */
    nodes: async () => {
      const { rows } = await sql<{ line: string }>`
        select nickname || case when idx = 0 then '' else ' ' || side || ' of ' || parent_idx end as line
        from placement join member on member.id = member_id order by idx`.execute(database)
      return rows.map(row => row.line)
    },
    breaches: () => checkNetwork(database),
    shut: async () => {
      await node.close()
      await db.close()
    },
  }
}
