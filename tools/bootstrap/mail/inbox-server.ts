import { type Answer, json, servePage } from '../../local-page/serve.ts'
import type { Emails } from './emails.ts'

/** An e-mail's own page may have styles but nothing active: no script, no request, no origin. */
const emailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; " +
  "frame-ancestors 'self'; sandbox"

/** Serves the inbox page and its small API on 127.0.0.1, to pages of its own origin only. */
export const startInbox = (port: number, emails: Emails) =>
  servePage({
    port,
    name: 'inbox',
    folder: new URL('./inbox/', import.meta.url),
    policy: "frame-src 'self'; form-action 'none'",
    answer: ({ method }, url) => (method === 'GET' ? answer(emails, url) : undefined),
    refused,
    explain: error => {
      console.error('development inbox:', error)
      return refused(500, 'the inbox failed')
    },
  })

function answer(emails: Emails, { pathname, searchParams }: URL): Answer | undefined {
  if (pathname === '/api/letters') {
    const items = emails.list(searchParams.get('to') ?? undefined)
    return json(200, {
      items: items.map(({ html, ...one }) => ({ ...one, hasHtml: html !== null })),
    })
  }
  const html = emails.find(/^\/letters\/(\d+)$/.exec(pathname)?.[1] ?? '')?.html
  if (!html) return undefined
  return { status: 200, type: 'text/html; charset=utf-8', body: html, policy: emailPolicy }
}

const refused = (status: number, error: string): Answer => json(status, { error })
