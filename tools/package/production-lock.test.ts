import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lockfilePath } from '../bootstrap/lockfile.ts'
import { dependenciesOf } from './production.ts'
import { productionLock } from './production-lock.ts'

const packages = {
  '': {},
  'node_modules/a': { version: '1.0.0', dev: true, dependencies: { b: '^1' } },
  'node_modules/b': { version: '1.0.0' },
  'node_modules/a/node_modules/b': {
    version: '1.5.0',
    optionalDependencies: { c: '1', gone: '1' },
  },
  'node_modules/c': { version: '1.0.0', devOptional: true, os: ['linux'] },
  'node_modules/test-only': { version: '1.0.0', dev: true },
}
const root = { name: 'x', version: '1.0.0', dependencies: { a: '1.0.0' } }

it('keeps what is reached, from where Node finds it, and nothing of tests', () => {
  expect(productionLock({ packages }, root)).toMatchObject({
    lockfileVersion: 3,
    packages: {
      '': root,
      'node_modules/a': { version: '1.0.0', dependencies: { b: '^1' } },
      'node_modules/a/node_modules/b': { version: '1.5.0' },
      'node_modules/c': { version: '1.0.0', os: ['linux'] },
    },
  })
  const kept = Object.keys((productionLock({ packages }, root) as { packages: object }).packages)
  expect(kept).toHaveLength(4)
})

it('refuses what is not locked, or locked to another version', () => {
  const other = { ...root, dependencies: { a: '2.0.0' } }
  expect(() => productionLock({ packages }, other)).toThrow('a 2.0.0 is locked to 1.0.0')
  const broken = { 'node_modules/a': { version: '1.0.0', dependencies: { b: '1' } } }
  expect(() => productionLock({ packages: broken }, root)).toThrow('b, which node_modules/a needs')
})

it('of this repository has the packages of both programs, and none of its tests', () => {
  const lock = JSON.parse(readFileSync(lockfilePath, 'utf8'))
  const reduced = productionLock(lock, {
    ...root,
    dependencies: dependenciesOf(['server', 'signer']),
  })
  const names = Object.keys((reduced as { packages: object }).packages)
  expect(names).toContain('node_modules/fastify')
  expect(names).toContain('node_modules/viem')
  for (const name of ['vitest', 'typescript', 'esbuild', 'react', 'playwright-core'])
    expect(names).not.toContain(`node_modules/${name}`)
})
