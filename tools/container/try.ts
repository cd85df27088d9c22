import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startPostgres } from '../bootstrap/postgres.ts'
import { until } from '../testing/until.ts'

/**
 * Runs the programs of a container image as it says, without a daemon: its file system read-only, a
 * folder for its data, its user, its environment. Needs root and buildah.
 *
 * Usage: npm run container:try -- localhost/banyan:1.0.6 dist/banyan-1.0.6.tar.gz
 */
const [image = '', archive = ''] = process.argv.slice(2)
if (image === '' || archive === '')
  throw new Error('Name an image and the file that it was made of.')

const buildah = (...given: string[]): string =>
  execFileSync('buildah', given, { encoding: 'utf8' }).trim()

const { config } = JSON.parse(buildah('inspect', '--type', 'image', image)).Docker as {
  config: {
    User: string
    Env: string[]
    Entrypoint: string[]
    Cmd: string[]
    Healthcheck: { Test: string[] }
  }
}
const container = buildah('from', image)
const root = buildah('mount', container)
const data = mkdtempSync(join(tmpdir(), 'banyan-container-'))
const [user = 0, group = 0] = config.User.split(':').map(Number)
mkdirSync(join(data, 'own'))
chownSync(join(data, 'own'), user, group)

/** Mounts as a container has them; nothing of it is seen outside. */
const mounts = [
  `mount --bind ${root} ${root}`,
  `mount -o remount,bind,ro ${root}`,
  `mount -t tmpfs tmpfs ${root}/tmp`,
  `mount --rbind /dev ${root}/dev`,
  `mount -t proc proc ${root}/proc`,
  `mount --bind ${data}/own ${root}/var/lib/banyan`,
].join(' && ')
const inside = (command: readonly string[], more: Record<string, string> = {}): string[] => {
  const env = [...config.Env, ...Object.entries(more).map(([name, value]) => `${name}=${value}`)]
  const run = ['env', '-i', '-C', '/opt/banyan', ...env, ...command]
  const quoted = run.map(part => `'${part.replaceAll("'", "'\\''")}'`).join(' ')
  return [
    '--mount',
    'sh',
    '-c',
    `${mounts} && exec chroot --userspec=${user}:${group} --groups=${group} ${root} ${quoted}`,
  ]
}
const once = (
  command: readonly string[],
  more?: Record<string, string>,
): SpawnSyncReturns<string> => spawnSync('unshare', inside(command, more), { encoding: 'utf8' })

function claim(what: string, holds: boolean, shown = ''): void {
  console.log(`${holds ? 'yes' : 'NO '}  ${what}${holds ? '' : `  ${shown}`}`)
  if (!holds) process.exitCode = 1
}

const postgres = await startPostgres({ dataDir: join(data, 'postgres'), isThrowAway: true })
try {
  await tryOut()
} finally {
  await postgres.stop()
  buildah('rm', container)
  rmSync(data, { recursive: true })
}

async function tryOut(): Promise<void> {
  const node = (code: string) => once(['node', '-p', code])
  const uid = node('process.getuid()')
  claim(
    `runs as user ${user}, not as root`,
    uid.stdout.trim() === String(user) && user > 0,
    uid.stderr,
  )
  const write = (path: string) =>
    node(
      `try { fs.writeFileSync('${path}', ''); 'written' } catch (error) { error.code }`,
    ).stdout.trim()
  for (const path of ['/opt/banyan/new', '/etc/new', '/usr/new'])
    claim(`cannot write ${path}`, write(path) === 'EROFS')
  claim('can write its data', write('/var/lib/banyan/new') === 'written')
  claim('has what the file has, and packages of npm', sameFiles())

  const ports = { PORT: '18080', METRICS_PORT: '19100' }
  const settings = {
    ...ports,
    HOST: '127.0.0.1',
    DEMO: '0',
    DATABASE_URL: postgres.url,
    DRAIN_MS: '0',
  }
  const program = (name: string) => [...config.Entrypoint, `apps/server/dist/bin/${name}.js`]
  const migrated = once(program('migrate'), settings)
  claim('migrate brings a database forward', migrated.status === 0, migrated.stderr)

  const server = spawn('unshare', inside([...config.Entrypoint, ...config.Cmd], settings), {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<number | null>(resolve => server.once('exit', resolve))
  const check = config.Healthcheck.Test.slice(1)
  await until('the server answers', () => once(check, settings).status === 0, { everyMs: 500 })
  claim('its health check says that it is well', once(check, settings).status === 0)
  const page = await fetch(`http://127.0.0.1:${ports.PORT}/`)
  claim('the member app is served', page.status === 200 && (await page.text()).includes('<html'))
  const ready = await fetch(`http://127.0.0.1:${ports.METRICS_PORT}/readyz`)
  claim('it is ready', ready.status === 200, await ready.text())
  server.kill('SIGTERM')
  claim('SIGTERM ends it in order', (await ended) === 0)
  claim('its health check says that it has ended', once(check, settings).status !== 0)
}

/** Whether the image has the files of the archive and no other beside packages. */
function sameFiles(): boolean {
  const name = basename(archive, '.tar.gz')
  const packed = execFileSync('tar', ['-tzf', archive], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
    .split('\n')
    .filter(path => path !== '' && !path.endsWith('/'))
    .map(path => path.slice(name.length + 1))
  const there = execFileSync(
    'find',
    ['.', '-path', './node_modules', '-prune', '-o', '-type', 'f', '-print'],
    {
      cwd: join(root, 'opt/banyan'),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    },
  )
    .split('\n')
    .filter(path => path !== '')
    .map(path => path.slice(2))
  return packed.sort().join('\n') === there.sort().join('\n')
}
