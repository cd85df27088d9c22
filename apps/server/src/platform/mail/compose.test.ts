import { locales } from '@banyan/domain'
import { describe, expect, it } from 'vitest'
import { composeBodies } from './compose.ts'

const signs = `<b>&"'</b>`
const escaped = '&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;'

describe.each(locales.map(locale => ({ locale })))('an e-mail in $locale', ({ locale }) => {
  const { text, html } = composeBodies({
    to: 'a@example.com',
    locale,
    subject: `subject ${signs}`,
    paragraphs: [`first ${signs}`, `second ${signs}`],
    code: `code ${signs}`,
  })

  it('has no sign of its texts as markup, in the subject and the code either', () => {
    expect(html).not.toContain(signs)
    for (const part of ['subject', 'first', 'code', 'second'])
      expect(html).toContain(`${part} ${escaped}`)
    expect(html).toContain(`<title>subject ${escaped}</title>`)
  })

  it('is the same as plain text, with the code behind the first paragraph', () => {
    expect(text).toContain(`first ${signs}\n\ncode ${signs}\n\nsecond ${signs}\n\n`)
  })

  it('loads nothing from outside', () => {
    expect(html).not.toMatch(/https?:|src=|url\(/)
  })
})
