import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGuarded } from './guard.ts'
import { StartRefused } from './refusal.ts'
import { npm, repository } from './repository.ts'

const apps = ['server', 'signer', 'member', 'console'] as const
type App = (typeof apps)[number]

/** Where the programs of the server are as they are built. */
export const builtServer = join(repository, 'apps/server/dist/bin')

/** What every app is made from besides its own folder. */
const sharedFiles = ['package-lock.json', 'tsconfig.base.json']
/** What the member app offers for download. */
const downloads = ['tools/verify/verify.mjs']

/**
 * Starts a build of each app whose sources or packages changed since its last build, all at once.
 * Each promise resolves when its app is built, and rejects with a StartRefused that has the build's
 * own output; a rejection before anything awaits the promise is not reported.
 */
export function beginBuilds(wanted: readonly App[] = apps): Record<App, Promise<void>> {
  const stale = wanted
    .map(app => ({ app, hash: hashOfFiles(sourcesOf(app)) }))
    .filter(({ app, hash }) => !isBuilt(app, hash))
  if (stale.length > 0) console.log('  Building…')
  const builds = {
    server: Promise.resolve(),
    signer: Promise.resolve(),
    member: Promise.resolve(),
    console: Promise.resolve(),
  }
  for (const { app, hash } of stale) {
    builds[app] = build(app).then(() => writeFileSync(stampOf(app), hash))
    builds[app].catch(() => {})
  }
  return builds
}

/**
 * Builds what changed of these apps, and waits for it.
 * @throws StartRefused with the build's own words when it fails.
 */
export async function buildWhenStale(wanted: readonly App[] = apps): Promise<void> {
  await Promise.all(Object.values(beginBuilds(wanted)))
}

async function build(app: App) {
  const { command, args } = npm()
  const { code, stdout, stderr } = await runGuarded({
    command,
    args: [...args, 'run', 'build', '-w', `@banyan/${app}`],
    cwd: repository,
  })
  if (code === 0) return
  throw new StartRefused(`Building apps/${app} failed:\n${stdout}${stderr}`)
}

function isBuilt(app: App, hash: string): boolean {
  const isThere = existsSync(join(repository, 'apps', app, 'dist')) && existsSync(stampOf(app))
  return isThere && readFileSync(stampOf(app), 'utf8') === hash
}

/** Kept beside the build, not in it: the files in it are served. */
function stampOf(app: App): string {
  const folder = join(repository, '.cache')
  mkdirSync(folder, { recursive: true })
  return join(folder, `built-${app}`)
}

/** The files that an app is built from, as paths from the repository's root. */
export function sourcesOf(app: App): string[] {
  const own = [...filesBelow('packages'), ...filesBelow(`apps/${app}`)]
  return [...sharedFiles, ...(app === 'member' ? downloads : []), ...own]
}

/** The names and contents of the files, in one hash. */
export function hashOfFiles(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(`\0${file}\0`).update(readFileSync(join(repository, file)))
  }
  return hash.digest('hex')
}

/** The files in a folder of the repository and below it, without what is installed or built. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap(entry => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}
