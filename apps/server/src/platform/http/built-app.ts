import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * The SHA-256 sources of the inline scripts and styles that an app's build wrote to
 * `csp.json`. A folder without that file has no inline parts.
 */
export function inlineHashesOf(dist: string): { scripts: string[]; styles: string[] } {
  const path = join(dist, 'csp.json')
  if (!existsSync(path)) return { scripts: [], styles: [] }
  const { script = [], style = [] } = JSON.parse(readFileSync(path, 'utf8')) as {
    script?: string[]
    style?: string[]
  }
  const quoted = (hash: string) => `'${hash.replaceAll("'", '')}'`
  return { scripts: script.map(quoted), styles: style.map(quoted) }
}

/** Serves a built app: hashed assets are cached for ever, the page itself never. */
export async function addBuiltApp(app: FastifyInstance, dist: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    preCompressed: true,
    index: ['index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'Cache-Control',
        /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
}
