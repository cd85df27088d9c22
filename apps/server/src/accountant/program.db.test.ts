import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportHeads, sealBooks } from '../ledger/index.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { inTime } from '../testing/in-time.ts'
import { whileHeld } from '../testing/meet.ts'
import { programArgs } from '../testing/program.ts'
import { tampered, writeBooks } from './tampering.fixture.ts'

let db: TestDatabase
let folder: string
let file: string
beforeAll(async () => {
  db = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'banyan-heads-'))
  file = join(folder, 'heads.txt')
  await writeBooks(db)
  await exportHeads(db.database, file)
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

/** Runs the program in its own process, as the command starts it. */
function verify(
  args: string[],
  url = db.url,
): Promise<{ code: number; out: string; error: string }> {
  const run = promisify(execFile)(process.execPath, [...programArgs('verify'), ...args], {
    env: { ...process.env, DATABASE_URL: url },
    timeout: 50_000,
  })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, error: stderr }),
  )
}

const headOf = async (batch: number): Promise<string> =>
  (await readFile(file, 'utf8')).split('\n')[batch - 1]?.split(' ')[1] ?? ''

/**
 * What somebody with every privilege can do: change a row, then compute the chain over it again.
 */
const rewrite =
  "update ledger_transfer set reference = 'mine' where reference = 'third'; delete from ledger_audit where batch = 3"

describe('the verify program', () => {
  it('exits with 0 when nothing differs, also with exported heads', async () => {
    const { code, out, error } = await verify(['--from-file', file, '--head', await headOf(2)])
    expect(error).toBe('')
    expect(out).toMatch(
      /^chain: ok .*\nbalances: ok .*\nholds: ok .*\nassets: ok .*\nguards: ok .*\nThe books are whole\.\n$/,
    )
    expect(code).toBe(0)
  })

  it('exits with 1 and names the row', async () => {
    const reference = "update ledger_transfer set amount = 99 where reference = 'first'"
    const { code, out } = await tampered(db, reference, () => verify([]))
    expect(out).toMatch(/^ {2}ledger_every_transfer [0-9a-f-]{36}: amount is 99, sealed as 100$/m)
    expect(out).toMatch(/^The books are not whole: \d differences\.$/m)
    expect(code).toBe(1)
  })

  it('finds a rewritten history, by the heads kept outside', async () => {
    await tampered(db, rewrite, async () => {
      expect(await sealBooks(db.database)).toBe(1)
      expect((await verify([])).code).toBe(0)
      const byFile = await verify(['--from-file', file])
      expect(byFile.out).toMatch(/ledger_audit batch 3: its head is .*, exported as /)
      expect(byFile.code).toBe(1)
      const byHead = await verify(['--head', await headOf(3)])
      expect(byHead.out).toContain(`no batch has the head ${await headOf(3)}`)
      expect(byHead.code).toBe(1)
      await expect(exportHeads(db.database, file)).rejects.toThrow('which the books do not have')
    })
  })

  it('finds that the end of the history was cut off', async () => {
    const cut = `delete from ledger_transfer where reference = 'third'; delete from ledger_epoch;
      delete from ledger_audit where batch = 3;
      update ledger_account set posted = posted + 40, version = version - 1 where kind = 'EXT';
      delete from ledger_account where posted = 40`
    await tampered(db, cut, async () => {
      expect((await verify([])).code).toBe(0)
      const { code, out } = await verify(['--from-file', file])
      expect(out).toContain('ledger_audit batch 3: exported with head')
      expect(code).toBe(1)
    })
  })

  it.each([
    ['a head that is none', ['--head', 'abc'], undefined, 'give the 64 hexadecimal digits'],
    ['an option that is none', ['--heads'], undefined, "Unknown option '--heads'"],
    ['a file that is not there', ['--from-file', '/nowhere/heads.txt'], undefined, 'no such file'],
    ['no address', [], '', 'DATABASE_URL is missing'],
    ['nobody who answers', [], 'postgres://banyan:secret@127.0.0.1:1/banyan', 'ECONNREFUSED'],
  ])('ends with 2 and one sentence for %s', async (_, args, url, sentence) => {
    const { code, out, error } = await verify(args, url ?? db.url)
    expect(error).toContain(sentence)
    expect(error.trim().split('\n')).toHaveLength(1)
    expect(error + out).not.toContain('secret')
    expect(code).toBe(2)
  })
})

describe('the file of heads', () => {
  it('gets a line for each head, once, however many workers write it', async () => {
    const own = join(folder, 'many.txt')
    // The first is stopped where it reads the heads; workers that come meanwhile leave the file to
    // it.
    const reading = 'lock table ledger_audit in access exclusive mode'
    const [written] = await whileHeld(db, reading, async held => {
      const begun = held.begin(() => exportHeads(db.database, own))
      await held.waiters(1)
      for (let other = 0; other < 4; other++)
        expect(await inTime('another leaves the file to it', exportHeads(db.database, own))).toBe(0)
      return [begun]
    })
    expect(await written).toBe(3)
    await exportHeads(db.database, own)
    expect(await readFile(own, 'utf8')).toBe(await readFile(file, 'utf8'))
    expect((await readFile(own, 'utf8')).split('\n')).toHaveLength(4)
  })

  it('continues after an incomplete line', async () => {
    const torn = join(folder, 'torn.txt')
    const whole = await readFile(file, 'utf8')
    await writeFile(torn, whole.slice(0, -40))
    expect(await exportHeads(db.database, torn)).toBe(1)
    expect(await readFile(torn, 'utf8')).toBe(whole)
  })

  it('is not continued when it ends with something else', async () => {
    const other = join(folder, 'other.txt')
    await writeFile(other, 'a shopping list\n')
    await expect(exportHeads(db.database, other)).rejects.toThrow('not a head')
  })
})
