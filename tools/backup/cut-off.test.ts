import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BackupSource, makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { makeBackupKeys } from './sealing.ts'

const keys = makeBackupKeys()
let home: string
const at = (name: string) => join(home, name)

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'banyan-cut-off-'))
  mkdirSync(at('data/files/ab'), { recursive: true })
  for (const [path, text] of Object.entries({
    'secrets.json': '{}',
    'ledger-heads.txt': 'a head\n',
    'files/ab/one.webp': 'a picture',
  }))
    writeFileSync(at(`data/${path}`), text)
})
afterAll(() => rmSync(home, { recursive: true }))

/** The files of a backup at each point where its source is read: this is what a kill at that point leaves. */
async function seenAtEachStep(target: string): Promise<{ hadItsName: boolean; copy: string }[]> {
  const seen: { hadItsName: boolean; copy: string }[] = []
  const check = () => {
    const partial = readdirSync(home).find(name => name.startsWith(`${target}.unfinished-`))
    const copy = at(`copy-${seen.length}`)
    if (partial) cpSync(at(partial), copy, { recursive: true })
    seen.push({ hadItsName: existsSync(at(target)), copy })
  }
  const watched = <T>(value: T): T => {
    check()
    return value
  }
  const source: BackupSource = {
    get dataDir() {
      return watched(at('data'))
    },
    get databaseUrl() {
      return watched(null)
    },
    get publicKey() {
      return watched(keys.publicKey)
    },
    get product() {
      return watched('1')
    },
  }
  await makeBackup(source, at(target))
  return seen
}

const restore = (backup: string) =>
  restoreBackup(backup, {
    dataDir: at('restored'),
    privateKey: async () => keys.privateKey,
    mark: async () => {},
  })

it('a backup that is killed at any step never gets its name, and what it leaves is refused', async () => {
  const steps = await seenAtEachStep('monday')
  expect(steps.length).toBeGreaterThanOrEqual(6)
  expect(steps.filter(one => one.hadItsName)).toEqual([])
  const left = steps.filter(one => existsSync(one.copy))
  expect(left.length).toBeGreaterThanOrEqual(5)
  for (const { copy } of left) await expect(restore(copy)).rejects.toThrow()
  expect(existsSync(at('restored'))).toBe(false)
  await restore(at('monday'))
  expect(readdirSync(at('restored')).toSorted()).toEqual([
    'files',
    'ledger-heads.txt',
    'secrets.json',
  ])
})

it('the files of a killed backup do not block the next backup of that name', async () => {
  mkdirSync(at('tuesday.unfinished-Xy12Ab'))
  await makeBackup(
    { dataDir: at('data'), databaseUrl: null, publicKey: keys.publicKey, product: '1' },
    at('tuesday'),
  )
  expect(existsSync(at('tuesday'))).toBe(true)
})
