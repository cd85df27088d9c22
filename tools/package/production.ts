import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../bootstrap/repository.ts'

/** What programs need of the registry, with their versions; the repository's own is built in. */
export function dependenciesOf(apps: readonly ('server' | 'signer')[]): Record<string, string> {
  const all = apps.flatMap(app => {
    const file = join(repository, 'apps', app, 'package.json')
    const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
      dependencies: Record<string, string>
    }
    return Object.entries(dependencies).filter(([name]) => !name.startsWith('@banyan/'))
  })
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)))
}
