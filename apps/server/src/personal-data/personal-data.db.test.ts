import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import {
  askExport,
  type DataExport,
  deleteOwnPicture,
  exportFilePath,
  exportLimits,
  login,
  ownPictureList,
  payTrade,
  personalData,
  refusals,
  subscribeToPush,
  uploadedPicturePath,
  uuidOf,
} from '@banyan/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFurnished } from '../testing/furnished.ts'
import type { HttpSystem } from '../testing/http-system.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import { drawDeviceCode, LOGIN_PASSWORD, type TestMember } from '../testing/members.ts'
import { drawBrowser } from '../testing/push-service.ts'
import { drawHash, type Scene, takePart, uploadPicture } from '../testing/scene.ts'
import { leftOut, ownTables, tablesOfParts } from './index.ts'

let system: HttpSystem
let scene: Scene
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
})
afterAll(() => system.close())

const body = { loginPassword: LOGIN_PASSWORD }
const ask = (as: TestMember) => system.must(askExport, { as, body })
const fetchFile = (token: string, id: string) =>
  fetch(`${system.url}${exportFilePath(id)}`, { headers: { authorization: `Bearer ${token}` } })
const codeOf = async (response: Response): Promise<number> =>
  ((await response.json()) as { code: number }).code
const newest = async (as: TestMember): Promise<DataExport> => {
  const { export: newestExport } = await system.must(personalData, { as })
  if (!newestExport) throw new Error('no export was requested')
  return newestExport
}

/** The files of an archive, read by its local headers. */
function filesOf(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = 0
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const [size, name] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)]
    const from = at + 30 + name
    const body = inflateRawSync(zip.subarray(from, from + size)).toString()
    files.set(zip.subarray(at + 30, from).toString(), body)
    at = from + size
  }
  return files
}

async function exportOf(member: TestMember): Promise<Map<string, string>> {
  const { id } = await ask(member)
  await system.job('exports')
  const response = await fetchFile(member.token, id)
  expect(response.headers.get('content-type')).toBe('application/zip')
  return filesOf(Buffer.from(await response.arrayBuffer()))
}

describe('every table that names a member', () => {
  it('is exported, or is listed with the reason why not', async () => {
    const { rows } = await sql<{ tableName: string }>`
      select distinct columns.table_name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and (data_type = 'uuid' or udt_name = '_uuid')
        and column_name ~ '(^|_)(member|inviter|invitee|buyer|seller|blocked|author|owner)(_id|_ids|s)?$'`.execute(
      system.db.database,
    )
    const known = new Set([
      ...ownTables.map(one => one.table),
      ...Object.keys(tablesOfParts),
      ...Object.keys(leftOut),
    ])
    const tables = rows.map(row => row.tableName)
    expect(tables.length).toBeGreaterThan(40)
    expect(tables.filter(table => !known.has(table)).sort()).toEqual([])
  })

  it('is also found by searching every column for a member’s id', async () => {
    const { rows: columns } = await sql<{ tableName: string; columnName: string; udtName: string }>`
      select table_name, column_name, udt_name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and udt_name in ('uuid', '_uuid', 'text')`.execute(system.db.database)
    const known = new Set([
      ...ownTables.map(one => one.table),
      ...Object.keys(tablesOfParts),
      ...Object.keys(leftOut),
    ])
    const { memberId } = scene.buyer
    const holding = new Set<string>()
    for (const { tableName, columnName, udtName } of columns) {
      if (known.has(tableName)) continue
      const column = sql.ref(columnName)
      const holds =
        udtName === '_uuid'
          ? sql`${memberId}::uuid = any(${column})`
          : sql`${column}::text = ${memberId}`
      const { rows } =
        await sql`select 1 from ${sql.table(tableName)} where ${holds} limit 1`.execute(
          system.db.database,
        )
      if (rows.length > 0) holding.add(tableName)
    }
    expect([...holding]).toEqual([])
  })
})

describe('an export', () => {
  it('holds the member’s data, in both forms, and nobody’s secrets', async () => {
    const { buyer, seller, paid, withdrawal } = scene
    const { subscription } = drawBrowser('https://fcm.googleapis.com')
    await system.must(subscribeToPush, { as: buyer, body: { ...subscription, kinds: ['paid'] } })
    const files = await exportOf(buyer)
    const data = files.get('data.json') ?? ''
    for (const own of [
      buyer.accountId,
      paid.matchingId,
      withdrawal.orderNumber,
      'rent of November',
    ])
      expect(data).toContain(own)
    // The other party's messages to the member are included; the other party appears by nickname.
    expect(data).toContain('asks for an hour')
    expect(data).toContain('卖家 Sorrel')
    expect(files.get('tables/withdrawal.csv')).toContain('rent of November')
    expect(files.get('tables/push_devices.csv')).toMatch(/fcm\.googleapis\.com.*paid/)
    const pushed = new URL(subscription.endpoint).pathname
    for (const secret of [pushed, subscription.keys.auth])
      for (const [name, file] of files) expect(file, name).not.toContain(secret)
    for (const secret of [seller.memberId, seller.accountId, seller.token, buyer.token, '$argon2'])
      for (const [name, file] of files) expect(file, name).not.toContain(secret)
    const { rows } = await system.db.owner.query('select id::text from member where id <> $1', [
      buyer.memberId,
    ])
    for (const { id } of rows as { id: string }[]) expect(data).not.toContain(id)
  })

  it('is downloaded only by the session that requested it, and by no other member', async () => {
    const { id } = await newest(scene.buyer)
    const { accountId } = scene.buyer
    const otherSession = await system.must(login, {
      body: { accountId, loginPassword: LOGIN_PASSWORD, deviceCode: drawDeviceCode() },
    })
    expect(await codeOf(await fetchFile(otherSession.token, id))).toBe(
      refusals.exportElsewhere.code,
    )
    expect(await codeOf(await fetchFile(scene.seller.token, id))).toBe(refusals.notFound.code)
    expect(await codeOf(await fetchFile('', id))).toBe(refusals.sessionExpired.code)
    expect((await newest({ ...scene.buyer, token: otherSession.token })).isOfThisSession).toBe(
      false,
    )
  })

  it('requires the login password, is made one at a time, and three times a day', async () => {
    const { outsider } = scene
    const wrong = { loginPassword: 'not the one 1' }
    expect((await system.ask(askExport, { as: outsider, body: wrong })).code).toBe(
      refusals.loginFailed.code,
    )
    const asking = times(3, () => system.ask(askExport, { as: outsider, body }))
    const replies = await Promise.all(await meet(system.db, changesOf('data_export'), asking))
    expect(replies.map(one => one.code).sort()).toEqual([
      1,
      refusals.exportUnderWay.code,
      refusals.exportUnderWay.code,
    ])
    await system.job('exports')
    for (let more = 1; more < exportLimits.perDay; more++) {
      await ask(outsider)
      await system.job('exports')
    }
    expect((await system.ask(askExport, { as: outsider, body })).code).toBe(
      refusals.exportTooOften.code,
    )
  })

  it('continues where it was stopped, and every part is written once', async () => {
    const { seller } = scene
    const { id, parts } = await ask(seller)
    const uuid = (
      await system.db.database
        .selectFrom('dataExport')
        .select('id')
        .where('memberId', '=', seller.memberId)
        .executeTakeFirstOrThrow()
    ).id
    // The third part fails, as if the process had died in it.
    await system.db.owner.query(`
      create function stop_third() returns trigger language plpgsql as $$
      begin
        if (select count(*) from data_export_part where export_id = new.export_id) >= 2 then
          raise exception 'stopped';
        end if;
        return new;
      end $$;
      create trigger stop_third before insert on data_export_part
        for each row execute function stop_third();`)
    await expect(system.job('exports')).rejects.toThrow('stopped')
    expect(await newest(seller)).toMatchObject({ state: 'making', done: 2, parts })
    const written = async () =>
      (
        await system.db.database
          .selectFrom('dataExportPart')
          .select(['name', 'body'])
          .where('exportId', '=', uuid)
          .orderBy('name')
          .execute()
      ).map(one => `${one.name} ${one.body.toString('hex')}`)
    const before = await written()
    await system.db.owner.query(
      'drop trigger stop_third on data_export_part; drop function stop_third',
    )
    await system.restart()
    await system.job('exports')
    expect(await newest(seller)).toMatchObject({ id, state: 'ready', done: parts })
    expect(await written()).toEqual(expect.arrayContaining(before))
  })

  it('is given up when the process has ended in it too often', async () => {
    const outsider = await system.join('Late')
    await ask(outsider)
    const faults = async () =>
      (
        await system.db.owner.query('select faults from data_export where member_id = $1', [
          outsider.memberId,
        ])
      ).rows[0].faults
    await system.db.owner.query(`
      create function stop_all() returns trigger language plpgsql as $$
      begin raise exception 'stopped'; end $$;
      create trigger stop_all before insert on data_export_part
        for each row execute function stop_all();`)
    for (let tried = 1; tried <= 2; tried++) {
      await expect(system.job('exports')).rejects.toThrow('stopped')
      expect(await faults()).toBe(tried)
    }
    await system.db.owner.query('drop trigger stop_all on data_export_part; drop function stop_all')
    // The state after tries that ended with the process: counted, and nothing written.
    await system.db.owner.query('update data_export set faults = 5 where member_id = $1', [
      outsider.memberId,
    ])
    await system.job('exports')
    expect((await newest(outsider)).state).toBe('failed')
  })

  it('is deleted after a day', async () => {
    const { buyer } = scene
    const { id } = await newest(buyer)
    await system.db.owner.query(
      `update data_export set expires_at = house_now() where member_id = $1`,
      [buyer.memberId],
    )
    expect(await codeOf(await fetchFile(buyer.token, id))).toBe(refusals.exportExpired.code)
    await system.job('expired exports')
    expect((await newest(buyer)).state).toBe('expired')
    const { rows } = await system.db.owner.query(
      `select 1 from data_export_part part join data_export on data_export.id = export_id
       where member_id = $1`,
      [buyer.memberId],
    )
    expect(rows).toEqual([])
  })
})

describe('own pictures', () => {
  const bytesOf = async (as: TestMember) => (await system.must(personalData, { as })).pictures.bytes
  const listOf = async (as: TestMember) =>
    (await system.must(ownPictureList, { as, query: { limit: 100 } })).items
  const remove = (as: TestMember, id: string) =>
    system.ask(deleteOwnPicture, { as, params: { id } })

  it('show where they are used; those that nothing needs are deleted and free their space', async () => {
    const { buyer, outsider, voucher, paid } = scene
    const spare = await uploadPicture(system, buyer)
    const before = await bytesOf(buyer)
    const items = await listOf(buyer)
    const used = items.find(one => one.id === voucher)
    expect(used).toMatchObject({ deletable: false })
    expect(used?.uses.map(one => one.number)).toContain(paid.matchingId)
    const free = items.find(one => one.id === spare)
    expect(free).toMatchObject({ deletable: true, uses: [] })
    expect((await remove(outsider, spare)).code).toBe(refusals.notFound.code)
    expect((await remove(buyer, voucher)).code).toBe(refusals.pictureNeeded.code)
    const reply = await remove(buyer, spare)
    expect(reply.code).toBe(1)
    expect(await bytesOf(buyer)).toBe(before - (free?.bytes ?? 0))
    expect((await listOf(buyer)).map(one => one.id)).not.toContain(spare)
    const picture = await system.send('GET', uploadedPicturePath(spare), { token: buyer.token })
    expect(picture.code).toBe(refusals.notFound.code)
    expect((await remove(buyer, spare)).code).toBe(refusals.notFound.code)
  })

  it('are deleted even when the file of another one cannot be', async () => {
    const { buyer } = scene
    const [stuck, other] = [await uploadPicture(system, buyer), await uploadPicture(system, buyer)]
    const filesOf = async (id: string) => {
      const { rows } = await system.db.owner.query(
        `select upload.file_name as shown, upload_original.file_name as original
         from upload join upload_original on upload_id = upload.id where upload.id = $1`,
        [uuidOf(id)],
      )
      const at = (name: string) => join(system.config.dataDir, 'files', name)
      return { shown: at(rows[0].shown), original: at(rows[0].original) }
    }
    const [stuckFiles, otherFiles] = [await filesOf(stuck), await filesOf(other)]
    const all = [stuckFiles.original, otherFiles.original]
    expect(all.map(existsSync)).toEqual([true, true])
    // A folder in its place cannot be deleted as a file.
    const [stuckFile, otherFile] = [stuckFiles.shown, otherFiles.shown]
    rmSync(stuckFile)
    mkdirSync(join(stuckFile, 'inside'), { recursive: true })
    expect((await remove(buyer, stuck)).code).toBe(1)
    expect((await remove(buyer, other)).code).toBe(1)
    expect([existsSync(stuckFile), existsSync(otherFile)]).toEqual([true, false])
    // The deletion stopped before the original of the first, as it does when the process ends
    // there.
    expect(all.map(existsSync)).toEqual([true, false])
    rmSync(stuckFile, { recursive: true })
    await system.job('old originals')
    const { rows } = await system.db.owner.query('select files_gone from upload where id = $1', [
      uuidOf(stuck),
    ])
    expect(rows).toEqual([{ files_gone: true }])
    expect(all.map(existsSync)).toEqual([false, false])
  })

  it('that are shown in a trade and deleted at once are either in the trade or gone', async () => {
    const { buyer, order } = scene
    const trade = await takePart(system, buyer, order.id, '5')
    const picture = await uploadPicture(system, buyer)
    const pay = () =>
      system.ask(payTrade, {
        as: buyer,
        params: { id: trade.id },
        body: { vouchers: [picture], hash: drawHash() },
      })
    const sides = [pay, () => remove(buyer, picture)]
    const both = await Promise.all(await meet(system.db, changesOf('upload'), sides))
    expect(both.filter(one => one.code === 1)).toHaveLength(1)
    const isThere = (await listOf(buyer)).some(one => one.id === picture)
    expect(isThere).toBe(both[0]?.code === 1)
  })
})
