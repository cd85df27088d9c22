import { expect, test } from 'vitest'
import { findMissingPackages, readLockfile } from './lockfile.ts'

test('the lockfile names every build for other systems (else: npm run lock:complete)', () => {
  expect(findMissingPackages(readLockfile())).toEqual({})
})

test('a missing build is found, with the system in its name', () => {
  const lockfile = {
    packages: {
      'node_modules/tool': {
        dev: true,
        optionalDependencies: { '@tool/linux-arm64-musl': '1.2.3', '@tool/linux-x64': '1.2.3' },
      },
      'node_modules/@tool/linux-x64': { version: '1.2.3' },
    },
  }
  expect(findMissingPackages(lockfile)).toEqual({
    'node_modules/@tool/linux-arm64-musl': {
      version: '1.2.3',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
    },
  })
})

test('the lockfile names no registry', () => {
  const named = Object.values(readLockfile().packages).filter(
    entry => 'resolved' in entry && String(entry.resolved).startsWith('http'),
  )
  expect(named).toEqual([])
})
