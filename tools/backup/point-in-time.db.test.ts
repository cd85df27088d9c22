import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markRestored, markTimeline } from '@banyan/server/database/cluster'
import { migrate, platformMigrations } from '@banyan/server/database/migrate'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDataFolder } from '../bootstrap/data-folder.ts'
import { startPostgres } from '../bootstrap/postgres.ts'
import { choosePostgresUser } from '../bootstrap/postgres-binaries.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { makeBackupKeys } from './sealing.ts'

const keys = makeBackupKeys()
let home: string
/** The folder that receives filled WAL files, in place of pgBackRest or a copy to another machine. */
let archive: string

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'banyan-point-in-time-'))
  archive = join(home, 'wal')
  mkdirSync(archive)
  const runAs = choosePostgresUser()
  if (runAs === undefined) return
  // PostgreSQL runs as another user, who writes here.
  chmodSync(home, 0o711)
  chownSync(archive, runAs.uid, runAs.gid)
})
afterAll(() => rmSync(home, { recursive: true }))

/** Runs a function over its own connection. */
async function over<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

const mark = ({ databaseUrl }: { databaseUrl: string }) =>
  over(databaseUrl, async client => void (await markRestored(client, 'restore')))

it('a base backup and the WAL after it restore any second in between', {
  timeout: 600_000,
}, async () => {
  const dataDir = join(home, 'data')
  openDataFolder(dataDir).release()
  const folder = join(dataDir, 'postgres')
  const first = await startPostgres({ dataDir: folder })
  await over(first.url, async client => {
    await client.query("alter system set archive_mode = 'on'")
    await client.query(`alter system set archive_command = 'cp %p ${archive}/%f'`)
  })
  await first.stop()
  const postgres = await startPostgres({ dataDir: folder, isThrowAway: true })
  const moment = await over(postgres.url, async client => {
    await migrate(client, platformMigrations)
    await client.query('create table paid (what text primary key)')
    await client.query("insert into paid values ('before the backup')")
    const source = { dataDir, databaseUrl: postgres.url, publicKey: keys.publicKey }
    await makeBackup({ ...source, product: '1' }, join(home, 'backup'))
    await client.query("insert into paid values ('after the backup')")
    // The moment is given in milliseconds.
    await client.query('select pg_sleep(0.01)')
    const { rows } = await client.query('select clock_timestamp() as moment')
    await client.query('select pg_sleep(0.01)')
    await client.query("insert into paid values ('too late')")
    // The end of the WAL is archived now, not when its file is full.
    await client.query('select pg_switch_wal()')
    await expect
      .poll(async () => {
        const { rows: archived } = await client.query(
          'select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 16777216) as all from pg_stat_archiver',
        )
        return archived[0].all
      })
      .toBe(true)
    return rows[0].moment
  })
  await postgres.stop()

  const restoredDir = join(home, 'restored')
  const target = { dataDir: restoredDir, privateKey: async () => keys.privateKey }
  const until = { wal: archive, instant: new Date(moment) }
  const early = { ...until, instant: new Date(0) }
  await expect(
    restoreBackup(join(home, 'backup'), { ...target, until: early, mark }),
  ).rejects.toThrow(/is before it: use an earlier backup/)
  await expect(
    restoreBackup(join(home, 'backup'), { ...target, until: { ...until, wal: home }, mark }),
  ).rejects.toThrow(/^There is no archived WAL/)
  await restoreBackup(join(home, 'backup'), { ...target, until, mark })
  const restored = await startPostgres({
    dataDir: join(restoredDir, 'postgres'),
    isThrowAway: true,
  })
  const state = await over(restored.url, async client => ({
    isMarkedAgain: await markTimeline(client),
    paid: (await client.query('select what from paid order by what')).rows.map(row => row.what),
    marks: (await client.query('select reason, timeline from database_cluster order by number'))
      .rows,
  }))
  await restored.stop()
  expect(state.isMarkedAgain).toBe(false)
  expect(state.paid).toEqual(['after the backup', 'before the backup'])
  expect(state.marks).toEqual([
    { reason: 'first', timeline: 1 },
    { reason: 'restore', timeline: 2 },
  ])
})
