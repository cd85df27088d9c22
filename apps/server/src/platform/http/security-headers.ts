import helmet from '@fastify/helmet'
import Fastify from 'fastify'

/**
 * The headers that say how a browser treats an answer, as far as they are the same for every file of the
 * apps and for every answer of a call. The latter is data: nothing in it is to be run or framed, and
 * what documents only have is left out, because each call would carry a kilobyte of it.
 */
export async function securityHeaders({
  production,
  inlineHashes,
}: {
  production: boolean
  inlineHashes: { scripts: string[]; styles: string[] }
}): Promise<Record<'ofFiles' | 'ofCalls', Record<string, string>>> {
  // The library builds them anew for each answer, which took a tenth of the time of a short one. It
  // is asked once, by an app that nobody else reaches.
  const app = Fastify()
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...inlineHashes.scripts],
        'style-src': ["'self'", ...inlineHashes.styles],
        'img-src': ["'self'", 'blob:', 'data:'],
        'media-src': ["'self'", 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['notice', 'sw'],
      },
    },
    strictTransportSecurity: production ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.get('/', async () => '')
  const { headers } = await app.inject('/')
  await app.close()
  const own = Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofOneAnswer.has(name))
      .map(([name, value]) => [name, String(value)]),
  )
  return {
    ofFiles: { ...own, 'permissions-policy': 'camera=(), geolocation=(), payment=()' },
    ofCalls: {
      ...Object.fromEntries(Object.entries(own).filter(([name]) => ofData.has(name))),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
  }
}

const ofOneAnswer = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive'])

/** Those that matter for an answer that is no document. */
const ofData = new Set([
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
])
