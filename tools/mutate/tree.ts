import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** A copy of the sources, in which bugs are planted. */
export interface Tree {
  root: string
  remove(): void
}

/**
 * Copies what git tracks or would track. The copy lies inside the repository, so that the packages of
 * others are found in its node_modules; the product's own are linked to the copy.
 */
export function copiedTree(repository: string): Tree {
  const cache = join(repository, '.cache')
  mkdirSync(cache, { recursive: true })
  const root = mkdtempSync(join(cache, 'mutate-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  })
  for (const path of list.split('\n')) {
    const source = join(repository, path)
    if (path === '' || !existsSync(source)) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(source, join(root, path))
  }
  linkPackages(repository, root)
  return { root, remove }
}

const own = 'node_modules/@banyan'

/** The links of npm are relative, so the same links lead into the copy. */
function linkPackages(repository: string, root: string): void {
  mkdirSync(join(root, own), { recursive: true })
  for (const name of readdirSync(join(repository, own)))
    symlinkSync(readlinkSync(join(repository, own, name)), join(root, own, name))
}
