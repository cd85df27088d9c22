import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  chatMessages,
  createWithdrawal,
  deleteOwnPicture,
  filePath,
  getReceivingAccount,
  getTrade,
  login,
  me,
  pushState,
  refusals,
  sayInChat,
  sentFilePath,
  serviceMessages,
  subscribeToPush,
  writeToService,
} from '@banyan/domain'
import { tinyVideo } from '@banyan/tools/tiny-files'
import { until } from '@banyan/tools/until'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manifests } from './modules.ts'
import { checkOperators } from './operators/index.ts'
import type { Tx } from './platform/database/connect.ts'
import { requireOwnKeys } from './platform/key-check.ts'
import { readSecrets, secretNames } from './platform/secrets.ts'
import { rotationBeside } from './rotate-keys.fixture.ts'
import { openFurnished } from './testing/furnished.ts'
import type { HttpSystem } from './testing/http-system.ts'
import { meet } from './testing/meet.ts'
import { drawDeviceCode, LOGIN_PASSWORD, PAYMENT_PASSWORD } from './testing/members.ts'
import { programArgs } from './testing/program.ts'
import { drawBrowser, startPushService } from './testing/push-service.ts'
import { PAYOUT_ADDRESS, type Scene } from './testing/scene.ts'
import { openSealedFiles, resealFiles } from './uploads/index.ts'

const HOUR_MS = 3_600_000

let system: HttpSystem
let scene: Scene
let rotation: ReturnType<typeof rotationBeside>
beforeEach(async () => {
  ;({ system, scene } = await openFurnished())
  rotation = rotationBeside(system)
})
afterEach(() => system.close())

/** Moves the clock to so many hours after the system was opened, and a second. */
const later = (hours: number) => system.shiftClock(hours * HOUR_MS + 60_000)

/** What members read of what is encrypted, through the running server. */
async function readings() {
  const { seller, buyer, paid } = scene
  const params = { id: paid.id }
  return [
    await system.must(getReceivingAccount, { as: seller }),
    (await system.must(chatMessages, { as: buyer, params })).items,
    (await system.must(getTrade, { as: buyer, params })).payment,
    (await system.must(serviceMessages, { as: seller })).items,
  ]
}

const programOf = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, [...programArgs('rotate'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: system.db.url,
      DATA_DIR: system.config.dataDir,
      LOG_LEVEL: 'info',
      ...env,
    },
  })

/** Runs the command as a process, and does something to it meanwhile. */
async function command(
  args: string[],
  meanwhile?: (child: ChildProcess) => Promise<void>,
  env?: NodeJS.ProcessEnv,
) {
  const child = programOf(args, env)
  const end = once(child, 'close') as Promise<[number | null]>
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (some: Buffer) => {
      said += some
    })
  await meanwhile?.(child)
  const [code] = await end
  return { code, said }
}

describe('the field key', () => {
  it('is replaced under calls: nothing is lost, and the old one is refused', async () => {
    const raw = new FormData()
    raw.set('file', new Blob([new Uint8Array(tinyVideo())], { type: 'video/mp4' }), 'a.mp4')
    const sent = await system.send('POST', filePath, { token: scene.buyer.token, raw })
    const video = async () => {
      const headers = { authorization: `Bearer ${scene.buyer.token}` }
      const reply = await fetch(system.at(sentFilePath(sent.data.id)), { headers })
      return Buffer.from(await reply.arrayBuffer())
    }
    const before = {
      texts: await rotation.opened(),
      read: await readings(),
      video: await video(),
    }
    expect(before.video.subarray(4, 8).toString()).toBe('ftyp')
    const old = rotation.copyOfKeys()
    let isOver = false
    const calls = (async () => {
      let said = 0
      while (!isOver) {
        const as = scene.seller
        await system.must(writeToService, { as, body: { text: `message ${++said}`, pictures: [] } })
        await readings()
      }
      return said
    })()
    const run = rotation.run('fieldKey').finally(() => {
      isOver = true
    })
    expect((await Promise.all([run, calls]))[0]).toBe('waits')
    expect(await calls).toBeGreaterThan(0)
    expect(await rotation.states('fieldKey')).toEqual(['1 old', '2 current'])
    await later(1)
    expect(await rotation.run('fieldKey')).toBe('done')
    expect(await rotation.states('fieldKey')).toEqual(['1 retired', '2 current'])

    const after = await rotation.opened()
    for (const [where, text] of before.texts) expect(after.get(where), where).toBe(text)
    expect((await readings()).slice(0, 3)).toEqual(before.read.slice(0, 3))
    expect((await video()).equals(before.video)).toBe(true)
    const sealed = readdirSync(join(system.config.dataDir, 'files')).filter(name =>
      /sealed$/.test(name),
    )
    expect(sealed.length).toBeGreaterThan(1)
    expect(sealed.filter(name => !name.endsWith('.2.sealed'))).toEqual([])

    const { rows } = await system.db.owner.query(
      'select address from member_email where address_index is not null',
    )
    expect(rows.length).toBeGreaterThan(0)
    await expect(
      requireOwnKeys(rotation.owner, readSecrets(old.folder, {}), old.folder),
    ).rejects.toThrow(/^The fieldKey of .+ was replaced, and is refused since .+\.$/)
    old.remove()
    await system.restart()
    expect((await readings()).slice(0, 3)).toEqual(before.read.slice(0, 3))
  })

  it('goes on where it was when the command is killed, and says no key', async () => {
    const before = await rotation.opened()
    const { owner } = system.db
    await owner.query(
      `create function wait_in_the_middle() returns trigger language plpgsql as
         $$ begin
           if current_setting('statement_timeout') <> '0' then raise 'a table may be large'; end if;
           perform pg_advisory_xact_lock(42);
           return new;
         end $$`,
    )
    await owner.query(
      'create trigger wait_in_the_middle before update on chat_message for each row execute function wait_in_the_middle()',
    )
    const holder = await owner.connect()
    await holder.query('select pg_advisory_lock(42)')
    const killed = command(['fieldKey'], async child => {
      await until('the command waits in the middle of a table', async () => {
        const { rows } = await owner.query(
          `select from pg_locks where locktype = 'advisory' and objid = 42 and not granted`,
        )
        return rows.length > 0 || null
      })
      child.kill('SIGKILL')
    })
    expect((await killed).code).toBe(null)
    await holder.query('select pg_advisory_unlock(42)')
    holder.release()
    await owner.query('drop trigger wait_in_the_middle on chat_message')
    expect(await rotation.states('fieldKey')).toEqual(['1 old', '2 current'])
    expect(await rotation.run('fieldKey')).toBe('waits')
    await later(1)
    const ended = await command(['fieldKey'])
    expect(ended.said).toContain('Key 1 of fieldKey is refused from now on')
    expect(ended.code).toBe(0)
    const after = await rotation.opened()
    for (const [where, text] of before) expect(after.get(where), where).toBe(text)
    const keys = secretNames.flatMap(
      name => readSecrets(system.config.dataDir, {})[name].candidates,
    )
    expect(keys).toHaveLength(6)
    for (const { said } of [await killed, ended])
      for (const key of keys) expect(said).not.toContain(key.toString('hex').slice(0, 16))
    expect((await command(['status'])).said).toMatch(
      /fieldKey: key 1 retired since .+; key 2 current/,
    )
  })

  it('goes back before it is retired, and a key that is not there is refused in one sentence', async () => {
    await rotation.run('fieldKey')
    await rotation.back('fieldKey')
    expect(await rotation.states('fieldKey')).toEqual(['1 current', '2 old'])
    expect(await rotation.run('fieldKey')).toBe('waits')
    const texts = await rotation.opened()
    await later(1)
    expect(await rotation.run('fieldKey')).toBe('done')
    expect(await rotation.states('fieldKey')).toEqual(['1 current', '2 retired'])
    expect(await rotation.opened()).toEqual(texts)
    await expect(rotation.back('fieldKey')).rejects.toThrow(
      /^There is no way back for fieldKey: .+\.$/,
    )
  })

  it('is replaced by one command at a time, and a late one retires nothing that is current', async () => {
    const refused = /^Another command is replacing a key: .+\.$/
    const first = rotation.runWith('fieldKey', async () => {
      await expect(rotation.runIn('fieldKey', {})).rejects.toThrow(refused)
      await expect(rotation.back('fieldKey')).rejects.toThrow(refused)
    })
    expect(await first).toBe('waits')
    await later(1)
    // A command that lost its lock with its connection, while another one went back.
    const late = rotation.runWith('fieldKey', async () => {
      for (const [version, state] of [
        [2, 'retired'],
        [1, 'current'],
        [2, 'old'],
      ])
        await system.db.owner.query(
          `update key_check set state = $2 where name = 'fieldKey' and version = $1`,
          [version, state],
        )
    })
    await expect(late).rejects.toThrow(/^The keys of fieldKey were changed meanwhile: .+\.$/)
    expect(await rotation.states('fieldKey')).toEqual(['1 current', '2 old'])
    await system.db.owner.query(
      `update key_check set state = 'retired' where name = 'fieldKey' and state = 'current'`,
    )
    await expect(rotation.run('fieldKey')).rejects.toThrow(
      /^This database says of no fieldKey that it is the current one/,
    )
  })

  it('is made once, where another command has made and used it since this one looked', async () => {
    await rotation.run('fieldKey')
    const { rows } = await system.db.owner.query(
      `delete from key_check where name = 'fieldKey' and version = 2 returning value`,
    )
    await system.db.owner.query(
      `update key_check set state = 'current' where name = 'fieldKey' and version = 1`,
    )
    // The command has lost its lock with its connection: it waits at the rows alone.
    const other = async (tx: Tx) => {
      await tx
        .updateTable('keyCheck')
        .set({ state: 'old' })
        .where('name', '=', 'fieldKey')
        .execute()
      const key = { name: 'fieldKey', version: 2, value: rows[0].value, state: 'current' }
      await tx.insertInto('keyCheck').values(key).execute()
    }
    const db = { owner: system.db.owner, database: rotation.owner }
    const [late] = await meet(db, other, [() => rotation.run('fieldKey')])
    expect(await late).toBe('waits')
    expect(await rotation.states('fieldKey')).toEqual(['1 old', '2 current'])
  })

  it('keeps a file that somebody else has encrypted anew at the same time', async () => {
    const { dataDir } = system.config
    const names = async () => {
      const { rows } = await system.db.owner.query<{ name: string }>(
        `select file_name as name from upload_original where file_name is not null
         union all select file_name from upload where kind <> 'picture' and not files_gone`,
      )
      return rows.map(({ name }) => name)
    }
    expect((await names()).length).toBeGreaterThan(0)
    await rotation.runWith('fieldKey', async ({ fieldKey }) => {
      const other = { ...openSealedFiles(system.config), database: rotation.owner, fieldKey }
      const write: typeof other.files.write = async (name, bytes) => {
        await other.files.write(name, bytes)
        await resealFiles(other)
      }
      await resealFiles({ ...other, files: { ...other.files, write } })
    })
    const kept = readdirSync(join(dataDir, 'files'))
    for (const name of await names()) {
      expect(name).toMatch(/\.2\.sealed$/)
      expect(kept).toContain(name)
    }
  })

  it('is replaced by a fresh one, not by one that lies in the data folder from before', async () => {
    const left = 'ab'.repeat(32)
    const file = join(system.config.dataDir, 'secrets-fieldKey-2.json')
    writeFileSync(file, JSON.stringify({ fieldKey: left }))
    await rotation.runWith('fieldKey', async ({ fieldKey }) => {
      expect(fieldKey.current.version).toBe(2)
      expect(fieldKey.current.key.toString('hex')).not.toBe(left)
    })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ fieldKey: left })
  })

  it('leaves nothing of a file that is deleted while it is replaced', async () => {
    const folder = join(system.config.dataDir, 'files')
    const sealed = () => readdirSync(folder).filter(name => name.endsWith('.sealed'))
    const before = sealed()
    const raw = new FormData()
    raw.set('file', new Blob([new Uint8Array(tinyVideo())], { type: 'video/mp4' }), 'a.mp4')
    const sent = await system.send('POST', filePath, { token: scene.buyer.token, raw })
    const [name = ''] = sealed().filter(one => !before.includes(one))
    const ofFile = () => sealed().filter(one => one.startsWith(name.slice(0, 32)))
    expect(await rotation.run('fieldKey')).toBe('waits')
    expect(ofFile()).toHaveLength(2)
    await system.must(deleteOwnPicture, { as: scene.buyer, params: { id: sent.data.id } })
    expect(ofFile()).toEqual([])
    // As a deletion that met the encrypting leaves it: no row names it.
    writeFileSync(join(folder, name), 'of nobody')
    const named = sealed().filter(one => one.endsWith('.2.sealed'))
    await later(1)
    expect(await rotation.run('fieldKey')).toBe('done')
    expect(sealed()).toEqual(named)
  })

  it('is in every column that is encrypted', async () => {
    const sealed = manifests.flatMap(one =>
      one.sealed.flatMap(({ table, columns }) =>
        Object.keys(columns).map(column => `${table}.${column}`),
      ),
    )
    const { rows } = await system.db.owner.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' order by 1`,
    )
    const open = rows.map(({ name }) => name).filter(name => !sealed.includes(name))
    // A new column of bytes is described here, or in the manifest of its module where it is encrypted.
    const described =
      /hash|root|sid|pid|salt|signature|key|node|tree|numbers|groups|first|owners|peaks|prev|sha256/
    expect(open.filter(name => !described.test(name)).toSorted()).toEqual(notEncrypted)
    for (const name of sealed) expect(rows.map(one => one.name)).toContain(name)
  })
})

describe('a running process', () => {
  it('that cannot read the new key is seen, and the key is not used before it can', async () => {
    const { dataDir } = system.config
    const name = 'secrets-fieldKey-2.json'
    writeFileSync(join(dataDir, name), 'as unreadable as a file of another user')
    const others = rotation.copyOfKeys()
    expect(await rotation.runFrom(others.folder, 'fieldKey')).toBe('waits')
    const { rows } = await system.db.owner.query(
      `select pid, clock_timestamp()::text as now from pg_locks where classid = 7321 and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rows).toHaveLength(1)
    await until('the process goes on looking over the same connection', async () => {
      const statements = await system.db.owner.query(
        `select from pg_stat_activity where pid = $1 and query_start > $2::timestamptz + interval '1.5 s'`,
        [rows[0].pid, rows[0].now],
      )
      return statements.rows.length > 0 || null
    })
    expect(await rotation.runFrom(others.folder, 'fieldKey')).toBe('waits')
    expect(rotation.said).toContain('0 of 1 running processes have the new key.')
    expect(await rotation.states('fieldKey')).toEqual(['1 current', '2 next'])
    copyFileSync(join(others.folder, name), join(dataDir, name))
    others.remove()
    expect(await rotation.run('fieldKey')).toBe('waits')
    expect(await rotation.states('fieldKey')).toEqual(['1 old', '2 current'])
  })

  it('that still uses the old key keeps it accepted: the rest begins when none does', async () => {
    const late = await system.db.owner.connect()
    // It has key 2 of the field key, the third secret, and uses key 1.
    await late.query('select pg_advisory_lock_shared(7320, $1)', [2 * 65_536 + 2 * 256 + 1])
    await until('the new key is used', async () => {
      expect(await rotation.runIn('fieldKey', {})).toBe('waits')
      return (await rotation.states('fieldKey')).includes('2 current') || null
    })
    await later(1)
    await late.query('select pg_advisory_unlock_all()')
    late.release()
    expect(await rotation.run('fieldKey')).toBe('waits')
    expect(await rotation.states('fieldKey')).toEqual(['1 old', '2 current'])
    await later(3)
    expect(await rotation.run('fieldKey')).toBe('done')
  })

  it('that does not say which keys it has is waited for', async () => {
    const silent = await system.db.owner.connect()
    await silent.query('select pg_advisory_lock_shared(7321, 1)')
    expect(await rotation.runIn('fieldKey', {})).toBe('waits')
    expect(rotation.said).toContain('0 of 2 running processes have the new key.')
    expect(await rotation.states('fieldKey')).toEqual(['1 current', '2 next'])
    await silent.query('select pg_advisory_unlock_all()')
    silent.release()
    expect(await rotation.run('fieldKey')).toBe('waits')
  })
})

/** Bytes that are no encrypted text: nonces, keyed hashes, blocks of history. */
const notEncrypted = [
  'challenge.nonce',
  'distribution_round.standings',
  'email_code.account',
  'email_code.address',
  'ledger_audit.body',
  'ledger_audit.entries',
  'ledger_audit.head',
  'login_attempt.bucket',
  'login_attempt.subject',
  'member_email.address_index',
  'placement_block.inviters',
  'placement_block.places',
  'treasury_cost.document',
]

describe('the command', () => {
  it('is refused to another user than the owner of the data folder', async () => {
    // Root may give a folder away; everybody else owns the root folder as little.
    const isRoot = process.getuid?.() === 0
    const folder = isRoot ? mkdtempSync(join(tmpdir(), 'banyan-owner-')) : '/'
    if (isRoot) chownSync(folder, 12345, 12345)
    const { code, said } = await command(['fieldKey'], undefined, { DATA_DIR: folder })
    expect(said).toMatch(/^\S+ belongs to the user \d+, and this is the user \d+: run .+\.\n$/)
    expect(code).toBe(78)
    if (isRoot) {
      expect(readdirSync(folder)).toEqual([])
      rmdirSync(folder)
    }
    expect(await rotation.states('fieldKey')).toEqual(['1 current'])
  })

  it('takes its options behind a colon too, as a unit gives them', async () => {
    const { code, said } = await command(['fieldKey:back'])
    expect(said).toMatch(/^There is no way back for fieldKey: .+\.\n$/)
    expect(code).toBe(78)
  })
})

describe('the pepper', () => {
  const entry = (accountId: string) =>
    system.ask(login, {
      body: { accountId, loginPassword: LOGIN_PASSWORD, deviceCode: drawDeviceCode() },
    })
  const hashOf = async ({ memberId }: { memberId: string }) =>
    (await system.db.owner.query('select login_hash as hash from member where id = $1', [memberId]))
      .rows[0].hash as string

  it('is replaced as passwords are typed; a member left behind has to choose a new one', async () => {
    const { seller, buyer } = scene
    expect(await rotation.run('pepper')).toBe('waits')
    expect(await hashOf(seller)).toMatch(/^v1:/)
    expect((await entry(seller.accountId)).code).toBe(1)
    expect(await hashOf(seller)).toMatch(/^v1p2:/)
    expect((await entry(seller.accountId)).code).toBe(1)
    await later(1)
    expect(await rotation.run('pepper')).toBe('waits')
    expect(rotation.said.at(-1)).toMatch(/\d+ passwords of members and 0 of operators/)
    expect(await rotation.run('pepper', { leaveBehind: true })).toBe('done')
    await system.restart()
    expect((await entry(seller.accountId)).code).toBe(1)
    expect((await entry(buyer.accountId)).code).toBe(refusals.loginFailed.code)
  })
})

describe('the fingerprint key', () => {
  it('is replaced, and a call that is repeated meanwhile is answered as before', async () => {
    const as = scene.buyer
    const body = {
      address: PAYOUT_ADDRESS,
      amount: '30',
      remarks: null,
      paymentPassword: PAYMENT_PASSWORD,
    }
    const key = 'a-key-of-sixteen-letters'
    const first = await system.must(createWithdrawal, { as, key, body })
    expect(await rotation.run('fingerprintKey')).toBe('waits')
    expect(await system.must(createWithdrawal, { as, key, body })).toEqual(first)
    const other = await system.ask(createWithdrawal, { as, key, body: { ...body, amount: '31' } })
    expect(other.code).toBe(refusals.keyReused.code)
    await later(24)
    expect(await rotation.run('fingerprintKey')).toBe('done')
    await system.restart()
    const late = await system.ask(createWithdrawal, { as, key, body })
    expect(late.code).toBe(refusals.keyReused.code)
  })
})

describe('the push key', () => {
  it('is replaced browser by browser, and messages come meanwhile', async () => {
    const service = await startPushService()
    const { seller, paid } = scene
    const kinds = ['taken', 'paid', 'release', 'case', 'credited', 'sent']
    const subscribe = (serverKey?: string) =>
      system.ask(subscribeToPush, {
        as: seller,
        body: {
          ...drawBrowser('https://fcm.googleapis.com').subscription,
          kinds,
          ...(serverKey && { serverKey }),
        },
      })
    expect((await subscribe()).code).toBe(1)
    const { publicKey } = await system.must(pushState, { as: seller })
    expect(await rotation.run('pushKey')).toBe('waits')
    expect(rotation.said.at(-1)).toMatch(/1 browser has subscribed/)
    expect((await system.must(pushState, { as: seller })).publicKey).not.toBe(publicKey)
    await system.must(sayInChat, {
      as: scene.buyer,
      params: { id: paid.id },
      body: { text: 'here', pictures: [] },
    })
    // It asked for the key before the switch, and subscribed after it.
    expect((await subscribe(publicKey)).code).toBe(1)
    expect(await rotation.run('pushKey')).toBe('waits')
    expect((await subscribe()).code).toBe(1)
    expect(await rotation.run('pushKey')).toBe('done')
    service.close()
  })
})

describe('the audit key', () => {
  it('is replaced with the next root, which the old key vouches for', async () => {
    await system.job('audit root')
    expect(await rotation.run('auditKey')).toBe('waits')
    await later(1)
    await system.job('audit root')
    expect(await rotation.run('auditKey')).toBe('done')
    const { rows } = await system.db.owner.query(
      'select public_key, key_change is not null as is_signed from operator_act_root order by number',
    )
    expect(rows.map(row => row.is_signed)).toEqual([...rows.slice(1).map(() => false), true])
    expect(rows.at(-1).public_key).not.toEqual(rows.at(-2).public_key)
    expect(await checkOperators(system.db.database)).toEqual([])
  })
})

describe('keys of the environment', () => {
  const env = (fieldKey: string) => {
    const { pepper, fingerprintKey, pushKey, auditKey } = JSON.parse(
      readFileSync(join(system.config.dataDir, 'secrets.json'), 'utf8'),
    )
    return {
      PEPPER: pepper,
      FINGERPRINT_KEY: fingerprintKey,
      PUSH_KEY: pushKey,
      AUDIT_KEY: auditKey,
      FIELD_KEY: fieldKey,
    }
  }

  it('are waited for: no process uses a key that another one does not have', async () => {
    const { fieldKey } = JSON.parse(
      readFileSync(join(system.config.dataDir, 'secrets.json'), 'utf8'),
    ) as { fieldKey: string }
    const next = 'ab'.repeat(32)
    await expect(rotation.runIn('fieldKey', env(fieldKey))).rejects.toThrow(
      /^FIELD_KEY has no new key: set it to the present key, a comma and a new one .+\.$/,
    )
    expect(await rotation.runIn('fieldKey', env(`${fieldKey},${next}`))).toBe('waits')
    expect(rotation.said).toContain('0 of 1 running processes have the new key.')
    expect(await rotation.states('fieldKey')).toEqual(['1 current', '2 next'])
    expect((await system.must(me, { as: scene.buyer })).accountId).toBe(scene.buyer.accountId)
    await expect(rotation.runIn('fieldKey', env(next))).rejects.toThrow(
      /^The fieldKey is being replaced, and .+ lacks its key number 1: .+\.$/,
    )
    await expect(rotation.runIn('fieldKey', env('cd'.repeat(32)))).rejects.toThrow(
      /is not the one that this database was made with/,
    )
    await rotation.back('fieldKey')
    expect(await rotation.states('fieldKey')).toEqual(['1 current'])
  })
})
