import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manifests } from '../modules.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { meet, systemLock } from '../testing/meet.ts'
import { programArgs } from '../testing/program.ts'
import { connectDatabase } from './database/connect.ts'
import { newUuid } from './ids.ts'
import { claimKeys, requireOwnKeys } from './key-check.ts'
import { ringOf } from './key-ring.ts'
import { openSealing } from './sealing.ts'
import { readSecrets, type SecretName, type Secrets, secretNames } from './secrets.ts'

let db: TestDatabase
let folders: string[] = []
beforeEach(async () => {
  db = await openTestDatabase()
})
afterEach(async () => {
  await db.close()
  for (const folder of folders) rmSync(folder, { recursive: true })
  folders = []
})

/** A data folder without keys, or with the named ones of another folder. */
function newFolder(keys?: Partial<Record<SecretName, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-keys-'))
  folders.push(folder)
  if (keys) writeFileSync(join(folder, 'secrets.json'), JSON.stringify(keys))
  return folder
}
const keysIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
const otherKey = () => randomBytes(32).toString('hex')
const otherKeys = () => ({
  pepper: otherKey(),
  fingerprintKey: otherKey(),
  fieldKey: otherKey(),
  pushKey: otherKey(),
  auditKey: otherKey(),
})
const hasKeys = (folder: string) => existsSync(join(folder, 'secrets.json'))

const evidence = manifests.map(({ keyEvidence }) => keyEvidence)

/** Keys as texts, to be compared. */
const texts = (secrets: Secrets) =>
  Object.fromEntries(secretNames.map(name => [name, secrets[name].current.key.toString('hex')]))

const claim = (folder: string, env = {}) =>
  claimKeys(connectDatabase(db.owner), folder, evidence, env)

const members = (login: string | null) =>
  db.owner.query(
    `insert into member (id, account_id, nickname, invite_code, country, consented_at, login_hash)
     values ($1, '10000001', 'ann', 'AAAAAAAA', 'SG', now(), $2)`,
    [newUuid(), login],
  )
const sealedEmail = async (fieldKey: string) => {
  const memberId = newUuid()
  const sealed = openSealing(ringOf(Buffer.from(fieldKey, 'hex'))).seal(
    'a@b.c',
    `e-mail of ${memberId}`,
  )
  await db.owner.query(
    `insert into member_email (member_id, address, locale, bound_at) values ($1, $2, 'en', now())`,
    [memberId, sealed],
  )
}

describe('a new database', () => {
  it('takes the keys that are made now, and each later start must have the same', async () => {
    const folder = newFolder()
    const secrets = await claim(folder)
    expect(texts(readSecrets(folder, {}))).toEqual(texts(secrets))
    expect(texts(await claim(folder))).toEqual(texts(secrets))
    await requireOwnKeys(db.database, secrets, folder)
    const { rows } = await db.pool.query('select name from key_check order by name')
    expect(rows.map(row => row.name)).toEqual([...secretNames].sort())
  })

  it('opens nothing before the migration has claimed its keys', async () => {
    const secrets = Object.fromEntries(secretNames.map(name => [name, ringOf(randomBytes(32))]))
    await expect(requireOwnKeys(db.database, secrets as never, 'data')).rejects.toThrow(
      /run the migration first/,
    )
  })

  it('belongs to the first of two programs that start at once, whatever their folders', async () => {
    const shared = newFolder()
    const together = (folders: string[]) =>
      meet(
        db,
        systemLock('migration'),
        folders.map(folder => () => claim(folder)),
      )
    const [one, other] = await Promise.all(await together([shared, shared]))
    expect(one && texts(one)).toEqual(other && texts(other))
    await db.owner.query('delete from key_check')
    const apart = [newFolder(), newFolder()]
    const ends = await Promise.allSettled(await together(apart))
    expect(ends.map(end => end.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(apart.filter(hasKeys)).toHaveLength(1)
  })

  it('stores values that reveal nothing of a key, and that only the owner of the tables writes', async () => {
    const secrets = await claim(newFolder())
    const { rows } = await db.pool.query('select value from key_check')
    for (const { value } of rows)
      for (const key of Object.values(secrets)) expect(value.equals(key.current.key)).toBe(false)
    await expect(db.pool.query('delete from key_check')).rejects.toThrow('permission denied')
    await expect(db.pool.query(`update key_check set value = value`)).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('a database with keys', () => {
  it('refuses a fresh data folder, and puts no keys there', async () => {
    await claim(newFolder())
    const fresh = newFolder()
    await expect(claim(fresh)).rejects.toThrow(
      `This database has been in use with keys that ${fresh} does not have (pepper is missing)`,
    )
    expect(hasKeys(fresh)).toBe(false)
  })

  it.each(secretNames)(
    'refuses another %s, at the migration and at every other start',
    async name => {
      const folder = newFolder()
      await claim(folder)
      const wrong = newFolder({ ...keysIn(folder), [name]: otherKey() })
      const sentence = new RegExp(`^The ${name} of ${wrong} .* is not the one that this database`)
      await expect(claim(wrong)).rejects.toThrow(sentence)
      await expect(requireOwnKeys(db.database, readSecrets(wrong, {}), wrong)).rejects.toThrow(
        sentence,
      )
    },
  )

  it('refuses keys in exchanged places, and a variable that is not the key', async () => {
    const folder = newFolder()
    await claim(folder)
    const { pepper, fingerprintKey, ...others } = keysIn(folder)
    const exchanged = newFolder({ pepper: fingerprintKey, fingerprintKey: pepper, ...others })
    await expect(claim(exchanged)).rejects.toThrow(/^The \w+ of .* is not the one/)
    await expect(claim(folder, { PEPPER: otherKey() })).rejects.toThrow(/or set PEPPER/)
    expect(await claim(newFolder({ fingerprintKey, ...others }), { PEPPER: pepper })).toBeDefined()
  })

  it('gets another push key once an operator removes it from the file and from the database', async () => {
    const folder = newFolder()
    const before = await claim(folder)
    const { pushKey: _, ...others } = keysIn(folder)
    const without = newFolder(others)
    await expect(claim(without)).rejects.toThrow(/pushKey is missing/)
    await db.owner.query("delete from key_check where name = 'pushKey'")
    const after = await claim(without)
    const { pushKey, ...rest } = texts(before)
    expect(texts(after).pushKey).not.toEqual(pushKey)
    expect(texts(after)).toMatchObject(rest)
  })

  it('copied into another database needs its own values: they are bound to the installation', async () => {
    const folder = newFolder()
    await claim(folder)
    await db.owner.query('update installation set id = gen_random_uuid()')
    await expect(claim(folder)).rejects.toThrow(/^The \w+ of .* is not the one/)
  })
})

describe('a database from before there were key check values', () => {
  it('accepts the keys that decrypt its data', async () => {
    const keys = otherKeys()
    await members('v1:hash')
    await sealedEmail(keys.fieldKey)
    await expect(claim(newFolder({ ...keys, fieldKey: otherKey() }))).rejects.toThrow(
      /^The fieldKey of/,
    )
    await claim(newFolder(keys))
    await expect(claim(newFolder({ ...keys, pepper: otherKey() }))).rejects.toThrow(
      /^The pepper of/,
    )
  })

  it('refuses a fresh folder where something is encrypted or hashed', async () => {
    await sealedEmail(otherKey())
    const fresh = newFolder()
    await expect(claim(fresh)).rejects.toThrow(/fieldKey is missing/)
    await db.owner.query('delete from member_email')
    await members('v1:hash')
    await expect(claim(fresh)).rejects.toThrow(/pepper is missing/)
    expect(hasKeys(fresh)).toBe(false)
  })

  it('gets later keys beside the two earlier ones, where nothing is encrypted yet', async () => {
    const folder = newFolder({ pepper: otherKey(), fingerprintKey: otherKey() })
    await members('v1:hash')
    const claimed = texts(await claim(folder))
    expect(texts(readSecrets(folder, {}))).toEqual(claimed)
    for (const name of ['fieldKey', 'pushKey', 'auditKey'])
      expect(existsSync(join(folder, `secrets-${name}.json`))).toBe(true)
  })
})

it.each(['migrate', 'all', 'settle'])('%s ends with one sentence and no stack', async program => {
  await claim(newFolder())
  const folder = newFolder(otherKeys())
  const child = spawn(process.execPath, programArgs(program), {
    env: { PATH: process.env.PATH, DATABASE_URL: db.url, DATA_DIR: folder, PORT: '0' },
  })
  const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect(stderr).toMatch(
    /^The \w+ of .* is not the one that this database was made with: [^\n]+\.\n$/,
  )
  expect(code).toBe(78)
})
