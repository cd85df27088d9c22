import { join } from 'node:path'
import { expect, it } from 'vitest'

it('a program is bundled anew when a package gives a name to another file', async () => {
  const { packagesOf } = await import(join(import.meta.dirname, 'run-program.mjs'))
  expect(packagesOf(['apps/server/src/ledger/index.ts', 'tools/bootstrap/settle.ts'])).toEqual([
    'apps/server/package.json',
    'package.json',
    'tools/package.json',
  ])
})
