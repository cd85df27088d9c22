/** The scripts that a package.json has, by the name of its workspace; the root's under ''. */
export type Scripts = ReadonlyMap<string, readonly string[]>

/** Every `npm run` in a page whose script is not there. */
export const missingCommands = (text: string, scripts: Scripts): string[] =>
  [...text.matchAll(/npm run ([\w:-]+)(?: -w (@banyan\/[\w-]+))?/g)]
    .filter(([, name = '', workspace = '']) => !scripts.get(workspace)?.includes(name))
    .map(([command]) => command)

const code = /\.(tsx?|mjs|sql|css)$/
const folders = /^(apps|packages|tools|docs|e2e|ops|src)\//

/** Does this look like a file or folder of the repository? Patterns and files of a running product do not. */
const isPath = (text: string): boolean =>
  /^\w[\w@.-]*(\/[\w@.-]+)*\/?$/.test(text) && (folders.test(text) || code.test(text))

/**
 * The paths between backticks of a page that are the end of no file's or folder's path. A page may name a file by
 * its last parts; files that a page tells its reader to make ("New file …") are not there yet.
 */
export function missingPaths(text: string, known: ReadonlySet<string>): string[] {
  return text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/^(New file|In) `.*$/gm, '')
    .split('`')
    .filter((_, at) => at % 2 === 1)
    .map(path => path.replace(/^(\.\.?\/)+/, ''))
    .filter(isPath)
    .map(path => path.replace(/\/$/, ''))
    .filter(path => !known.has(path))
}

/** The ends of the paths of files and of their folders: of `a/b/c` these are `a/b/c`, `b/c`, `c`, `a/b`, `b`, `a`. */
export function endsOf(files: readonly string[]): ReadonlySet<string> {
  const ends = new Set<string>()
  for (const file of files) {
    const parts = file.split('/')
    for (let end = 1; end <= parts.length; end++)
      for (let start = 0; start < end; start++) ends.add(parts.slice(start, end).join('/'))
  }
  return ends
}

/**
 * The calls and pages that a document names and nothing answers. An id in the place of a parameter
 * is one, and so is the beginning of a call.
 */
export function missingAddresses(text: string, known: readonly string[]): string[] {
  const parts = known.map(path => path.split('/'))
  return [...text.matchAll(/(?<![\w.])\/(?:api|pages)(?:\/[\w:{}.-]+)+/g)]
    .map(([address]) => address.replace(/\.+$/, ''))
    .filter(address => {
      const named = address.split('/')
      const fits = (path: readonly string[]) =>
        named.every((part, at) => path[at]?.startsWith(':') || path[at] === part)
      return !parts.some(fits)
    })
}

/** The rows of the table of figures whose last column names no command that is there. */
export const figuresWithoutCommand = (text: string, scripts: Scripts): string[] =>
  text
    .split('\n')
    .filter(line => line.startsWith('| ') && !/^\| (Figure|-)/.test(line))
    .filter(row => {
      const last = row.split('|').at(-2) ?? ''
      const [, command = ''] = /`([^`]+)`/.exec(last) ?? []
      const [, name = '', workspace = ''] =
        /^([\w:-]+)(?: -w (@banyan\/[\w-]+))?/.exec(command) ?? []
      return !/^npm (test|start)\b/.test(command) && !scripts.get(workspace)?.includes(name)
    })
    .map(row => row.split('|')[1]?.trim() ?? '')
