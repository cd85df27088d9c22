import type { Locale } from '@banyan/domain'

/**
 * An e-mail to one person, in their language. Everything here is text; the layout is added below.
 */
export interface Email {
  to: string
  locale: Locale
  subject: string
  /** In order; each is a paragraph. */
  paragraphs: readonly string[]
  /** Shown large, after the first paragraph. */
  code?: string
}

const signature: Readonly<Record<Locale, { name: string; footer: string }>> = {
  'zh-CN': { name: '榕树 Banyan', footer: '此邮件由系统自动发送，请勿回复。' },
  en: { name: 'Banyan', footer: 'This e-mail was sent automatically; nobody reads replies.' },
}

/** Both bodies of an e-mail: plain text, and simple HTML that loads nothing from outside. */
export function composeBodies(email: Email): { text: string; html: string } {
  const { name, footer } = signature[email.locale]
  const [first = '', ...rest] = email.paragraphs
  const code = email.code === undefined ? [] : [email.code]
  const text = [first, ...code, ...rest, `${name}\n${footer}`].join('\n\n')
  const html = [
    `<!doctype html><html lang="${email.locale}"><head><meta charset="utf-8">`,
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(email.subject)}</title></head>`,
    `<body style="margin:0;padding:24px;font:16px/26px system-ui,sans-serif">`,
    `<div style="max-width:480px;margin:0 auto">`,
    `<p style="font-weight:600">${escapeHtml(name)}</p>`,
    `<p>${escapeHtml(first)}</p>`,
    ...code.map(
      one =>
        `<p style="font:600 32px/44px ui-monospace,monospace;letter-spacing:6px">${escapeHtml(one)}</p>`,
    ),
    ...rest.map(one => `<p>${escapeHtml(one)}</p>`),
    `<p style="font-size:13px;line-height:20px;opacity:.7">${escapeHtml(footer)}</p>`,
    '</div></body></html>',
  ].join('\n')
  return { text: `${text}\n`, html }
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, sign => signs[sign] ?? '')
