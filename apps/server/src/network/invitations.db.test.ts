import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { areNear } from './invitations.ts'
import { inOneInviterLine } from './inviter-line.ts'

let db: TestDatabase
/** Each was invited by the one before; the last two by the third. */
const [root, child, grandchild, leaf, sibling, other] = Array.from({ length: 6 }, () =>
  randomUUID(),
) as [string, string, string, string, string, string]

beforeAll(async () => {
  db = await openTestDatabase()
  const client = await db.owner.connect()
  // This tests only the invitations between members: nobody needs an account for them.
  await client.query('set session_replication_role = replica')
  for (const [number, [member, inviter]] of [
    [child, root],
    [grandchild, child],
    [leaf, grandchild],
    [sibling, grandchild],
  ].entries())
    await client.query(
      'insert into invitee (member_id, inviter_id, number, registered_at) values ($1, $2, $3, now())',
      [member, inviter, number + 1],
    )
  client.release(true)
})
afterAll(() => db.close())

it.each([
  ['a member and themselves', leaf, leaf, 0],
  ['an invitee and their inviter, from either side', leaf, grandchild, 1],
  ['two invitees of one', leaf, sibling, 2],
  ['the ends of a line of four', leaf, root, 3],
] as const)('%s are as near as there are invitations between them', async (_, a, b, hops) => {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    expect(await areNear(db.database, from, to, hops)).toBe(true)
    if (hops > 0) expect(await areNear(db.database, from, to, hops - 1)).toBe(false)
  }
})

it('two members without an invitation between them are not near', async () => {
  expect(await areNear(db.database, leaf, other, 9)).toBe(false)
})

it.each([
  ['an invitee and their inviter', leaf, grandchild, true],
  ['the ends of a line', leaf, root, true],
  ['two invitees of one', leaf, sibling, false],
  ['members without an invitation between them', leaf, other, false],
] as const)('%s: one is above the other, from either side', async (_, a, b, expected) => {
  expect(await inOneInviterLine(db.database, a, b)).toBe(expected)
  expect(await inOneInviterLine(db.database, b, a)).toBe(expected)
})
