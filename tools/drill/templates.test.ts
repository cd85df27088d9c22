import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../bootstrap/repository.ts'
import { settingsOnThree, valuesFor } from './settings.ts'
import { fillIn, templates, templateText, variablesIn } from './templates.ts'
import { addresses } from './topology.ts'

const drill = {
  folder: '/drill',
  packages: { postgres: '/bin' },
  certificates: { folder: '/keys', ca: '/keys/ca.pem' },
  user: { uid: 1, gid: 1 },
  passwords: { superuser: 's', replication: 'r', rewind: 'w', rest: 'p', database: 'secret' },
} as Parameters<typeof valuesFor>[0]

describe('the configuration for three machines', () => {
  it('is what operators are given, every file of it', () => {
    expect(readdirSync(join(repository, 'ops/three-machines')).sort()).toEqual(
      [...templates].sort(),
    )
  })

  it.each(templates)('of %s is filled in whole', name => {
    const text = fillIn(templateText(name), valuesFor(drill, 'm2'))
    expect(text).not.toMatch(/<[A-Z_]+>/)
  })

  it('refuses a name without a value', () => {
    expect(() => fillIn('a <NAME> and <OTHER>', { NAME: 'x' })).toThrow('<OTHER> has no value')
  })

  it('names all three machines to etcd, Patroni and the balancers', () => {
    for (const name of ['etcd.env', 'patroni.yml', 'haproxy.cfg', 'haproxy-front.cfg'] as const) {
      const text = fillIn(templateText(name), valuesFor(drill, 'm1'))
      for (const machine of ['m1', 'm2', 'm3'] as const) expect(text).toContain(addresses[machine])
    }
  })

  it('keeps the key of the primary where nobody puts another name over it', () => {
    // Patroni before 3.0.3 does so by the v3 interface; Debian 12 has 3.0.2.
    expect(templateText('patroni.yml')).toMatch(/^etcd:$/m)
    expect(variablesIn(templateText('etcd.env'))).toMatchObject({ ETCD_ENABLE_V2: 'true' })
  })

  it('leads the programs to the primary with a certificate that is verified', () => {
    const { DATABASE_URL = '', HOST } = settingsOnThree(drill, 'm3')
    expect(DATABASE_URL).toBe(
      'postgres://banyan:secret@127.0.0.1:5000/banyan?sslmode=verify-full&sslrootcert=/drill/m3/keys/ca.pem',
    )
    expect(HOST).toBe(addresses.m3)
  })
})

it('a file of variables has comments, and values with further equals signs', () => {
  expect(variablesIn('# a=b\nA=1\n\nB=x?y=z\n')).toEqual({ A: '1', B: 'x?y=z' })
})
