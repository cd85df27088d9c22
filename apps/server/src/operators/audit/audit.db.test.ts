import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../platform/database/transaction.ts'
import { joinMember } from '../../testing/members.ts'
import { recordAct } from '../acts.ts'
import { openAuditLog, savedLog } from './audit.fixture.ts'
import { checkOperators } from './check.ts'
import { canonical } from './record.ts'
import { isSigned } from './signing.ts'
import { forgetTexts, newestRoot } from './store.ts'
import { consistencyPath, inclusionPath, rootOf } from './tree.ts'
import { TreeReader } from './tree-reader.ts'

let log: Awaited<ReturnType<typeof openAuditLog>>
beforeAll(async () => {
  log = await openAuditLog()
})
afterAll(() => log.close())

const whats = async () => (await checkOperators(log.database)).map(({ what }) => what)
const hour = (count: number) => log.shiftClock(`${count} hours`)

describe('the log', () => {
  it('goes on from acts of before, which are leaves of the same tree', async () => {
    const record = {
      seq: 1,
      at: '2026-11-25T00:00:00.000Z',
      operatorId: null,
      actor: 'house',
      role: 'house',
      action: 'operator add support',
      object: 'sam',
      reason: 'an earlier one',
      sessionHash: null,
      beforeHash: null,
      afterHash: null,
      prev: '0'.repeat(64),
    }
    const hash = createHash('sha256').update(Buffer.of(0)).update(canonical(record)).digest()
    await log.owner.query(
      `insert into operator_act (seq, at, actor, role, action, object, reason, prev, hash, form)
       values (1, $1, 'house', 'house', $2, 'sam', $3, $4, $5, 1)`,
      [record.at, record.action, record.reason, Buffer.alloc(32), hash],
    )
    await log.act({ action: 'sign in', object: 'wei' })
    expect(await log.sign()).toMatchObject({ number: 1, size: 2 })
    const { acts } = await savedLog(log.database)
    expect(acts[0]).toMatchObject({ reason: 'an earlier one', members: [], salt: null })
    expect(acts[1]?.prev).toBe(hash.toString('hex'))
    expect(await whats()).toEqual([])
  })

  it('is one chain when many write it at once', async () => {
    const before = (await savedLog(log.database)).acts.length
    const many = Array.from({ length: 60 }, (_, at) =>
      log.act({ action: 'read conversation', object: `svc_${at}`, reason: `reason ${at}` }),
    )
    await Promise.all(many)
    const { acts } = await savedLog(log.database)
    expect(acts.map(({ seq }) => seq)).toEqual(
      Array.from({ length: before + 60 }, (_, at) => at + 1),
    )
    expect(await whats()).toEqual([])
  })

  it('leaves nothing of an act that is rolled back', async () => {
    const before = await savedLog(log.database)
    const failing = inTransaction(log.database, async tx => {
      await recordAct(tx, 'house', { action: 'x', object: 'y', reason: 'z' })
      throw new Error('not done')
    })
    await expect(failing).rejects.toThrow('not done')
    expect(await savedLog(log.database)).toEqual(before)
    await log.act({ action: 'sign out', object: 'wei' })
    expect(await whats()).toEqual([])
  })

  const tables = ['operator_act', 'operator_act_text', 'operator_act_member', 'operator_act_root']
  const changes = {
    operator_act: ['action', 'at', 'hash', 'operator_id'],
    operator_act_text: ['reason', 'salt'],
    operator_act_member: ['member_id'],
    operator_act_root: ['root', 'at', 'signature'],
  } as const
  it.each(tables)(
    '%s is changed neither by the server nor by the owner of the database',
    async table => {
      const ann = await joinMember(log)
      await log.act({ action: 'case take', object: 'A', reason: 'r', members: [ann.memberId] })
      for (const column of changes[table as keyof typeof changes]) {
        const change = `update ${table} set ${column} = ${column}`
        await expect(log.db.pool.query(change)).rejects.toThrow('permission denied')
        await expect(log.owner.query(change)).rejects.toThrow('cannot be changed')
      }
      for (const removal of [`delete from ${table}`, `truncate ${table} cascade`]) {
        await expect(log.db.pool.query(removal)).rejects.toThrow(
          /permission denied|cannot be changed/,
        )
        await expect(log.owner.query(removal)).rejects.toThrow('cannot be changed')
      }
    },
  )
})

describe('a root', () => {
  it('is signed once an hour, also when several servers try at once, and mailed to two people', async () => {
    await hour(1)
    log.mails.length = 0
    const tries = await Promise.all(Array.from({ length: 6 }, () => log.sign()))
    const signed = tries.filter(one => one !== null)
    expect(signed).toHaveLength(1)
    expect(await log.sign()).toBeNull()
    const root = signed[0]
    if (!root) throw new Error('no root was signed')
    expect(isSigned(root, log.signer.publicKey, root.signature)).toBe(true)
    expect(isSigned({ ...root, size: root.size + 1 }, root.publicKey, root.signature)).toBe(false)
    expect(log.mails.map(({ to }) => to)).toEqual(['one@example.org', 'two@example.org'])
    expect(log.mails[0]?.paragraphs.join()).toContain(root.root.toString('hex'))
    await hour(2)
    expect(await log.sign()).toMatchObject({ number: root.number + 1, size: root.size })
    expect(await whats()).toEqual([])
  })

  it('has a path from each act, and continues each root before, over full blocks too', async () => {
    const few = await newestRoot(log.database)
    for (let times = 0; times < 6; times++)
      await inTransaction(log.database, async tx => {
        for (let at = 0; at < 50; at++)
          await recordAct(tx, 'house', { action: 'bulk', object: String(at) })
      })
    await hour(3)
    const root = await log.sign()
    if (!root || !few) throw new Error('no root was signed')
    expect(root.size).toBeGreaterThan(300)
    const reader = new TreeReader(log.database)
    for (const place of [0, 255, 256, root.size - 1]) {
      const ranges = await reader.ranges(root.size, [place])
      expect(ranges(0, root.size)).toEqual(root.root)
      expect(inclusionPath(ranges, place, root.size).length).toBeLessThanOrEqual(10)
    }
    const ranges = await reader.ranges(root.size, [few.size - 1])
    expect(consistencyPath(ranges, few.size, root.size).length).toBeGreaterThan(0)
    expect(rootOf({ size: 0, peaks: [] })).toHaveLength(32)
  })

  it('that covers other acts, or is not signed, is found', async () => {
    const { rows } = await log.owner.query('select * from operator_act_root where number = 1')
    const put = async (column: string, value: Buffer) => {
      await log.owner.query('alter table operator_act_root disable trigger user')
      await log.owner.query(`update operator_act_root set ${column} = $1 where number = 1`, [value])
      await log.owner.query('alter table operator_act_root enable trigger user')
    }
    await put('root', Buffer.alloc(32))
    expect(await whats()).toEqual(['root 1 is not that of its acts', 'root 1 is not signed'])
    await put('root', rows[0].root)
    await put('signature', Buffer.alloc(64))
    expect(await whats()).toEqual(['root 1 is not signed'])
    await put('signature', rows[0].signature)
    expect(await whats()).toEqual([])
  })
})

describe('the reason of an act', () => {
  it('is destroyed when all whom the act concerns have closed their accounts, and not before', async () => {
    const ann = await joinMember(log)
    const ben = await joinMember(log)
    const members = [ann.memberId, ben.memberId]
    await log.act({ action: 'case opinion', object: 'A9', reason: 'about both', members })
    await log.act({
      action: 'answer feedback',
      object: 'f',
      reason: 'hers',
      members: [ann.memberId],
    })
    const seen = async () =>
      (await savedLog(log.database)).acts.slice(-2).map(({ reason }) => reason)
    const close = async (memberId: string) => {
      await log.owner.query(
        'update member set frozen_at = now(), closed_at = now(), closing_at = null where id = $1',
        [memberId],
      )
      await inTransaction(log.database, tx => forgetTexts(tx, memberId))
    }
    await inTransaction(log.database, tx => forgetTexts(tx, ann.memberId))
    expect(await seen()).toEqual(['about both', 'hers'])
    await close(ann.memberId)
    expect(await seen()).toEqual(['about both', null])
    await expect(
      log.db.pool.query("delete from operator_act_text where reason = 'about both'"),
    ).rejects.toThrow('cannot be changed')
    await close(ben.memberId)
    expect(await seen()).toEqual([null, null])
    expect(await whats()).toEqual([])
  })
})
