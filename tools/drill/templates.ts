import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../bootstrap/repository.ts'

/** The configuration that operators are given for three machines. */
export const templates = [
  'etcd.env',
  'patroni.yml',
  'pgbouncer.ini',
  'haproxy.cfg',
  'haproxy-front.cfg',
  'nginx-site.conf',
  'banyan.env',
] as const
export type Template = (typeof templates)[number]

/** The text of a template, with its names in angle brackets. */
export const templateText = (name: Template): string =>
  readFileSync(join(repository, 'ops/three-machines', name), 'utf8')

/**
 * Fills the names in angle brackets with their values.
 * @throws Error for a name without a value.
 */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/<([A-Z][A-Z0-9_]*)>/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`<${name}> has no value`)
    return value
  })
}

/** The variables of a file with a line for each, as systemd reads it. */
export function variablesIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter(line => /^[A-Z]/.test(line))
  return Object.fromEntries(
    lines.map(line => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}
