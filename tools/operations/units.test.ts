import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repository } from '../bootstrap/repository.ts'

const folder = join(repository, 'ops/systemd')
const services = readdirSync(folder).filter(name => name.endsWith('.service'))

/** The most that a unit may be exposed, by the measure of systemd-analyze (0 to 10). */
const MOST_EXPOSED = 2

let work: string
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'banyan-units-'))
})
afterAll(() => rmSync(work, { recursive: true }))

describe.each(services)('the unit %s', name => {
  const text = readFileSync(join(folder, name), 'utf8')

  it('starts a program that there is', () => {
    const path =
      /^ExecStart=\/usr\/bin\/node --enable-source-maps (\S+)(?: %i)?$/m.exec(text)?.[1] ?? ''
    // The instance of one of them is the name of its program, as its description says.
    const commands = /commands ([\w, ]+), and ends/.exec(text)?.[1]?.match(/\w+/g) ?? ['']
    for (const command of commands) {
      const source = path
        .replace('%i', command)
        .replace('apps/server/dist/bin/', 'apps/server/src/bin/')
        .replace('apps/signer/dist/', 'apps/signer/src/')
        .replace(/\.js$/, '.ts')
      expect(existsSync(join(repository, source)), source).toBe(true)
    }
  })

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('may do little besides its work', () => {
    // An instance has a name of its own.
    const file = join(work, name.replace('@', '@example'))
    cpSync(join(folder, name), file)
    const args = ['security', '--offline=true', '--no-pager', file]
    const output = execFileSync('systemd-analyze', args, { encoding: 'utf8' })
    const level = Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1])
    expect(level).toBeLessThanOrEqual(MOST_EXPOSED)
  })
})

describe('the programs that write into the data folder', () => {
  const settings = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(line => /^(User|Group|UMask|StateDirectory\w*|EnvironmentFile)=|DATA_DIR=/.test(line))

  it('run as one user and in one folder, what is run by hand too', () => {
    const ofMigrating = settings('banyan-migrate.service')
    const ofReplacing = settings('banyan-rotate@.service')
    expect(ofReplacing).toHaveLength(7)
    expect(settings('banyan-uploads@.service')).toEqual(ofReplacing)
    expect(settings('banyan-once@.service')).toEqual(ofReplacing)
    expect(ofMigrating.filter(line => !line.endsWith('console.env'))).toEqual(ofReplacing)
  })
})

describe.skipIf(!existsSync('/usr/bin/promtool'))('the alerts', () => {
  it('are rules of Prometheus, and are raised by what they are for', () => {
    const cwd = join(repository, 'ops/prometheus')
    const options = { cwd, encoding: 'utf8', stdio: 'pipe' } as const
    expect(execFileSync('promtool', ['check', 'config', 'prometheus.yml'], options)).toMatch(
      /is valid/,
    )
    expect(execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], options)).toMatch(
      /SUCCESS/,
    )
  })
})

describe('what watches the platform', () => {
  const alerts = readFileSync(join(repository, 'ops/prometheus/alerts.yml'), 'utf8')
  const dashboard = readFileSync(join(repository, 'ops/grafana/banyan.json'), 'utf8')
  const guide = readFileSync(join(repository, 'docs/operations/alerts.md'), 'utf8')
  const measured = readdirSync(join(repository, 'apps/server/src'), { recursive: true })
    .map(String)
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => readFileSync(join(repository, 'apps/server/src', file), 'utf8'))
    .flatMap(source =>
      [...source.matchAll(/name: '(?:banyan_)?([a-z_]+)'/g)].map(match => match[1]),
    )

  it('asks for figures that there are', () => {
    const asked = [...`${alerts}${dashboard}`.matchAll(/banyan_([a-z_]+)/g)].map(match =>
      (match[1] ?? '').replace(/_bucket$/, ''),
    )
    expect(asked.length).toBeGreaterThan(20)
    for (const name of asked) expect(measured).toContain(name)
  })

  it('explains each alert in the guide, and nothing that is no alert', () => {
    const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(match => match[1])
    const explained = [...guide.matchAll(/^## (\w+)$/gm)].map(match => match[1])
    expect(explained.sort()).toEqual(names.sort())
  })
})
