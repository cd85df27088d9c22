import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, hashOfFiles, sourcesOf } from '@banyan/tools/builds'
import { firstDayBefore } from '@banyan/tools/seeding'
import { Product } from './product.ts'

const kept = join(import.meta.dirname, '../.cache/seeded')

/** The sources of a seeded community, besides the server and its packages. */
const seedingSources = ['tools/bootstrap', 'tools/testchain']

/** Set-up of the browser projects that work on seeded data: makes it when there is none yet. */
export default async function seedFirst(): Promise<void> {
  process.env.SEEDED_DATA ??= await seededData()
}

/**
 * The file in which a data folder stores its ports. Two copies that start at once would both find
 * them free.
 */
const rememberedPorts = [
  'postgres/port',
  'chain/rpc-port',
  'chain/wallet-port',
  'mail/smtp-port',
  'mail/inbox-port',
  'console-port',
]

/**
 * Starts the product over a copy of the seeded data, with some settings.
 * @param prepare changes the copy before the start.
 */
export async function startSeeded(
  dataDir: string,
  settings: NodeJS.ProcessEnv = {},
  prepare: () => void = () => {},
): Promise<Product> {
  const seeded = process.env.SEEDED_DATA ?? (await seededData())
  // Files keep their owners: the database refuses a folder of another user.
  execFileSync('cp', ['-a', '--reflink=auto', `${seeded}/.`, dataDir])
  for (const file of rememberedPorts) rmSync(join(dataDir, file), { force: true })
  prepare()
  return Product.startOn(dataDir, settings)
}

/**
 * Returns the data folder of a demo community of 45 days, made by the product's own first start. It
 * is made once for the same sources and the same day of the platform, and kept in `.cache`; no
 * product runs on it.
 */
export async function seededData(): Promise<string> {
  const folder = join(kept, seedingHash())
  if (existsSync(folder)) return folder
  rmSync(kept, { recursive: true, force: true })
  const unfinished = `${folder}.unfinished`
  mkdirSync(unfinished, { recursive: true })
  const first = await Product.startOn(unfinished)
  const code = await first.stop()
  if (code !== 0) throw new Error(`the seeding start ended with ${code}`)
  // The folder gets its name when it is complete.
  renameSync(unfinished, folder)
  return folder
}

/**
 * A community from before the last cut-off would have to catch up first, so each day of the
 * platform has its own.
 */
function seedingHash(): string {
  const built = [...new Set([...sourcesOf('server'), ...sourcesOf('signer')])]
  const sources = hashOfFiles([...built, ...seedingSources.flatMap(filesBelow)])
  const firstDay = firstDayBefore(new Date()).toISOString()
  return createHash('sha256').update(`${firstDay} ${sources}`).digest('hex').slice(0, 16)
}
