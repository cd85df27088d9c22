import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { markRestored } from '@banyan/server/database/cluster'
import { migrate } from '@banyan/server/database/migrate'
import { migrations } from '@banyan/server/migrations'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDataFolder } from '../bootstrap/data-folder.ts'
import { type RunningPostgres, startPostgres } from '../bootstrap/postgres.ts'
import { makeBackup } from './backup.ts'
import { filesIn, verifyBackup } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { makeBackupKeys } from './sealing.ts'

const keys = makeBackupKeys()
let home: string
let dataDir: string
let backup: string
let postgres: RunningPostgres

const at = (name: string) => join(home, name)
async function ask(url: string, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return (await client.query(text, values).finally(() => client.end())).rows
}
const source = () => ({
  dataDir,
  databaseUrl: postgres.url,
  publicKey: keys.publicKey,
  product: '1.2.3',
})

/** Writes rows to two tables that belong together until it is stopped; counts the acknowledged rows. */
function keepWriting(url: string) {
  let isWriting = true
  const written = (async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    let acknowledged = 0
    while (isWriting) {
      await client.query(
        'with one as (insert into first default values returning id) insert into second select id from one',
      )
      acknowledged++
    }
    await client.end()
    return acknowledged
  })()
  return async () => {
    isWriting = false
    return written
  }
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'banyan-backup-'))
  dataDir = at('data')
  openDataFolder(dataDir).release()
  postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), isThrowAway: true })
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await migrate(client, migrations)
  await client.query(
    `create table first (id bigserial primary key); create table second (id bigint primary key);
     create table bulk as select n, sha256(n::text::bytea) as filling from generate_series(1, 60000) n`,
  )
  await client.end()
  for (const [path, text] of Object.entries({ ...kept, ...left })) {
    mkdirSync(join(dataDir, path, '..'), { recursive: true })
    writeFileSync(join(dataDir, path), text)
  }
  const stop = keepWriting(postgres.url)
  await makeBackup(source(), at('backup'))
  const acknowledged = await stop()
  expect(acknowledged).toBeGreaterThan(0)
  backup = at('backup')
})
afterAll(async () => {
  await postgres.stop()
  rmSync(home, { recursive: true })
})

/** The files that a data folder holds besides the cluster. */
const kept = {
  'secrets.json': '{"pepper":"a planted secret"}',
  'chain/custody.json': '{"mnemonic":"words that nobody may read"}',
  'signer/journal': 'what was signed',
  'ledger-heads.txt': 'a head\n',
  'files/ab/picture.webp': 'a picture',
}
const left = { 'files/coming/half': 'half', 'logs/server.log': 'said', 'chain/rpc-port': '1' }

describe('a backup that was made while the product wrote', () => {
  it('holds no secret in clear text, and is one folder without unfinished files', () => {
    expect(filesIn(backup).sort()).toEqual([
      'database-files.json',
      'database.tar',
      'files/ab/picture.webp',
      'ledger-heads.txt',
      'manifest.json',
      'manifest.sha256',
      'secrets.sealed',
    ])
    for (const file of filesIn(backup)) {
      const bytes = readFileSync(join(backup, file))
      for (const secret of ['a planted secret', 'words that nobody may read'])
        expect(bytes.includes(secret), `${secret} in ${file}`).toBe(false)
    }
    expect(readdirSync(home).filter(name => name.includes('unfinished'))).toEqual([])
  })

  it('is restored whole, as of one moment, with its mark', async () => {
    const target = { dataDir: at('restored'), privateKey: async () => keys.privateKey, mark }
    mkdirSync(target.dataDir)
    const manifest = await restoreBackup(backup, target)
    expect(manifest).toMatchObject({ product: '1.2.3', postgres: '18' })
    for (const [path, text] of Object.entries(kept))
      expect(readFileSync(join(target.dataDir, path), 'utf8')).toBe(text)
    expect(existsSync(join(target.dataDir, 'signer/not-reconciled'))).toBe(true)
    expect(existsSync(join(target.dataDir, 'chain/not-reconciled'))).toBe(false)
    for (const path of Object.keys(left)) expect(existsSync(join(target.dataDir, path))).toBe(false)
    const restored = await startPostgres({
      dataDir: join(target.dataDir, 'postgres'),
      isThrowAway: true,
    })
    try {
      const [state] = await ask(
        restored.url,
        `select (select count(*) from first) = (select count(*) from second) as together,
           (select count(*)::int from first) as rows, (select count(*)::int from bulk) as bulk,
           (select count(*)::int from bulk where filling <> sha256(n::text::bytea)) as wrong,
           (select reason from database_cluster order by number desc limit 1) as reason`,
      )
      expect(state).toMatchObject({ together: true, bulk: 60_000, wrong: 0, reason: 'restore' })
      const [now] = await ask(postgres.url, 'select count(*)::int as rows from first')
      expect(state.rows).toBeLessThanOrEqual(now.rows)
      // The restored database is one of its own.
      await ask(restored.url, 'insert into first default values')
    } finally {
      await restored.stop()
    }
    // The journal has no payment that was made after the backup.
    expect(existsSync(join(target.dataDir, 'signer/not-reconciled'))).toBe(true)
  })

  it('leaves nothing behind in the cluster', async () => {
    const [left] = await ask(
      postgres.url,
      `select (select count(*)::int from pg_replication_slots) as slots,
         (select count(*)::int from pg_stat_replication) as senders`,
    )
    expect(left).toEqual({ slots: 0, senders: 0 })
  })
})

async function mark({ databaseUrl }: { databaseUrl: string }): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await markRestored(client, 'restore').finally(() => client.end())
}

describe('a backup is refused', () => {
  it('where the folder has something in it', async () => {
    await expect(makeBackup(source(), backup)).rejects.toThrow(/is not empty, and nothing in it/)
  })

  it('when its public key is invalid, before anything is written', async () => {
    await expect(makeBackup({ ...source(), publicKey: 'x' }, at('none'))).rejects.toThrow(
      /no public key/,
    )
    expect(readdirSync(home).filter(name => name.startsWith('none'))).toEqual([])
  })
})

describe('a restore is refused', () => {
  const target = (name: string) => ({
    dataDir: at(name),
    privateKey: async () => keys.privateKey,
    mark,
  })

  it('when its folder is not empty, or the product runs over it', async () => {
    await expect(restoreBackup(backup, target('data'))).rejects.toThrow(/is not empty/)
    const held = openDataFolder(dataDir)
    await expect(restoreBackup(backup, target('data'))).rejects.toThrow(
      /^The product is running over .* stop it/,
    )
    held.release()
  })

  it('of a backup in which one byte of any file differs', async () => {
    const whole = await verifyBackup(backup)
    const copy = at('damaged')
    for (const { path, size } of [...whole.files, { path: 'manifest.json', size: 200 }]) {
      cpSync(backup, copy, { recursive: true })
      const bytes = readFileSync(join(copy, path))
      const place = Math.floor(size / 2)
      bytes[place] = (bytes[place] ?? 0) ^ 1
      writeFileSync(join(copy, path), bytes)
      await expect(restoreBackup(copy, target('from-damaged')), path).rejects.toThrow(
        new RegExp(`^The backup is damaged \\(${path}`),
      )
      rmSync(copy, { recursive: true })
    }
    expect(existsSync(at('from-damaged'))).toBe(false)
  })

  it('of a backup that lacks a file, has an extra file, or is no backup', async () => {
    const copy = at('other-files')
    cpSync(backup, copy, { recursive: true })
    writeFileSync(join(copy, 'files/one-more'), '')
    await expect(verifyBackup(copy)).rejects.toThrow(/damaged \(files\/one-more/)
    rmSync(join(copy, 'files/one-more'))
    rmSync(join(copy, 'secrets.sealed'))
    await expect(verifyBackup(copy)).rejects.toThrow(/damaged \(secrets\.sealed/)
    await expect(verifyBackup(home)).rejects.toThrow(/^There is no whole backup in/)
  })

  it('by another key, and leaves no folder', async () => {
    const wrong = { ...target('by-another'), privateKey: async () => makeBackupKeys().privateKey }
    await expect(restoreBackup(backup, wrong)).rejects.toThrow(/^The private key does not open/)
    expect(readdirSync(home).filter(name => name.startsWith('by-another'))).toEqual([])
  })
})
