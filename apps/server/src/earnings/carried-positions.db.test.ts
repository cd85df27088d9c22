import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrations } from '../migrations.ts'
import { migrate } from '../platform/database/migrate.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { freesAt } from './decide.ts'
import { findPosition } from './position-store.ts'

/** The last migration before positions had no cycles any more. */
const before = migrations.slice(
  0,
  migrations.findIndex(({ id }) => id === '2026-11-23-positions-without-cycles'),
)
const member = newUuid()
const positions = {
  renewing: { state: 'open', opensIn: '2026-10-01', renews: true },
  ending: { state: 'open', opensIn: '2026-10-01', renews: false },
  endingLater: { state: 'open', opensIn: '2026-10-22', renews: false },
  endingTomorrow: {
    state: 'open',
    opensIn: '2026-10-22',
    renews: false,
    asked: '2026-11-21T09:00Z',
  },
  waiting: { state: 'asked', opensIn: null, renews: false },
}
const ids = Object.fromEntries(Object.keys(positions).map(name => [name, newUuid()]))

let db: TestDatabase
let client: pg.Client
beforeEach(async () => {
  db = await openTestDatabase(before)
  client = new pg.Client({ connectionString: db.url })
  await client.connect()
  await client.query(
    `insert into static_round (period, epoch, closed_at) values ('2026-11-20', 0, now())`,
  )
  for (const [name, { state, opensIn, renews, ...more }] of Object.entries(positions)) {
    await client.query(
      `insert into static_position (id, member_id, state, quantity, epoch, renews, asked_at, opens_in,
        opening_value, unlock_asked_at, idempotency_key, rule_version)
      values ($1, $2, $3, 10, 0, $4, '2026-09-01', $5, $6, $7, $8, 1)`,
      [
        ids[name],
        member,
        'asked' in more ? 'unlock_asked' : state,
        renews,
        opensIn,
        opensIn && 10,
        'asked' in more ? more.asked : null,
        `of ${name}`,
      ],
    )
  }
})
afterEach(async () => {
  await client.end()
  await db.close()
})

it('positions due to unlock at the end of their cycle do so, and all others stay locked', async () => {
  await migrate(client, migrations)
  const carried = await Promise.all(
    Object.entries(ids).map(async ([name, id]) => {
      const position = await findPosition(db.database, member, id)
      if (!position) throw new Error(`${name} is gone`)
      return [name, [position.state, freesAt(position)?.toISOString() ?? null]]
    }),
  )
  expect(Object.fromEntries(carried)).toEqual({
    renewing: ['open', null],
    // 30 settlements from October 1st ended on October 31st: the second thirty end on November
    // 30th.
    ending: ['unlock_asked', '2026-11-30T16:00:00.000Z'],
    endingLater: ['unlock_asked', '2026-11-21T16:00:00.000Z'],
    // The owner asked before: the requested day stays.
    endingTomorrow: ['unlock_asked', '2026-11-21T16:00:00.000Z'],
    waiting: ['asked', null],
  })
})
