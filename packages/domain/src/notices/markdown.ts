/*
 * Notices are written in a small part of Markdown. It is parsed into a flat tree that pages draw as
 * elements: no HTML is made, and text outside the grammar is shown unchanged.
 */

/** Text with its style. A line break is a "\n" in it. */
export interface NoticeSpan {
  text: string
  strong?: boolean | undefined
  em?: boolean | undefined
  /** A page of this app, beginning with "/", or an https address. */
  href?: string | undefined
}

export type NoticeBlock =
  | { kind: 'paragraph'; spans: NoticeSpan[] }
  | { kind: 'heading'; level: 2 | 3; spans: NoticeSpan[] }
  | { kind: 'list'; ordered: boolean; items: NoticeSpan[][] }
  | { kind: 'picture'; id: string; alt: string }

/** What an operator must correct before a text is stored. */
export const noticeFaults = ['link', 'picture', 'pictureInLine', 'heading', 'nestedList'] as const
export type NoticeFault = (typeof noticeFaults)[number]

export interface ParsedNotice {
  blocks: NoticeBlock[]
  faults: { line: number; fault: NoticeFault }[]
}

const ownPage = /^\/(?:pages(?:\/[A-Za-z]+)+)?(?:\?[\w=&.%-]*)?$/
const httpsAddress =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?::\d{1,5})?(?:[/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/i

/** A page of this app or an https address without a user name: nothing else becomes a link. */
export const isNoticeLink = (href: string): boolean => ownPage.test(href) || httpsAddress.test(href)

const heading = /^(#{1,6})[ \t]+(.+)$/
const bullet = /^[-*][ \t]+(.+)$/
const numbered = /^\d{1,3}[.)][ \t]+(.+)$/
const nested = /^[ \t]+(?:[-*]|\d{1,3}[.)])[ \t]+/
const picture = /^!\[([^\]]*)\]\(([^)\s]*)\)$/
const pictureId = /^npic_[0-9a-f]{32}$/

/** Parses a text; each part that the grammar rejects is also returned as a fault with its line. */
export function parseNotice(source: string): ParsedNotice {
  const blocks: NoticeBlock[] = []
  const faults: ParsedNotice['faults'] = []
  /** The open block of the lines so far. */
  const open = {
    paragraph: null as { lines: string[]; from: number } | null,
    list: null as { ordered: boolean; items: NoticeSpan[][] } | null,
  }
  const inline = (text: string, line: number) =>
    parseInline(text, fault => faults.push({ line, fault }))
  const close = () => {
    const { paragraph, list } = open
    if (paragraph)
      blocks.push({ kind: 'paragraph', spans: inline(paragraph.lines.join('\n'), paragraph.from) })
    if (list) blocks.push({ kind: 'list', ...list })
    open.paragraph = open.list = null
  }
  const addItem = (ordered: boolean, spans: NoticeSpan[]) => {
    if (open.list?.ordered !== ordered) close()
    open.list ??= { ordered, items: [] }
    open.list.items.push(spans)
  }
  const addLine = (text: string, from: number) => {
    if (open.list) close()
    open.paragraph ??= { lines: [], from }
    open.paragraph.lines.push(text.trim())
  }

  for (const [index, raw] of source.split('\n').entries()) {
    const line = index + 1
    const text = raw.trimEnd()
    const bulleted = bullet.exec(text)
    const item = bulleted ?? numbered.exec(text)
    const headed = heading.exec(text)
    const pictured = picture.exec(text)
    // A list continues after an empty line when its next item follows.
    if (text.trim() === '') {
      if (!open.list) close()
    } else if (item) addItem(bulleted === null, inline(item[1] as string, line))
    else if (headed) {
      close()
      const level = (headed[1] as string).length
      if (level !== 2 && level !== 3) faults.push({ line, fault: 'heading' })
      const spans = inline(headed[2] as string, line)
      blocks.push({ kind: 'heading', level: level <= 2 ? 2 : 3, spans })
    } else if (pictured && pictureId.test(pictured[2] as string)) {
      close()
      blocks.push({ kind: 'picture', alt: pictured[1] as string, id: pictured[2] as string })
    } else {
      if (pictured) faults.push({ line, fault: 'picture' })
      if (nested.test(text)) faults.push({ line, fault: 'nestedList' })
      addLine(text, line)
    }
  }
  close()
  return { blocks, faults }
}

/** The pictures of a text, in order. */
export const picturesOf = (blocks: readonly NoticeBlock[]): string[] =>
  blocks.flatMap(block => (block.kind === 'picture' ? [block.id] : []))

type Marks = Omit<NoticeSpan, 'text'>
const escaped = /[\\*[\]()!#_-]/

/** Splits a line into spans. Each character is visited once for each of the three marks that may enclose it. */
function parseInline(
  text: string,
  fault: (fault: NoticeFault) => void,
  marks: Marks = {},
): NoticeSpan[] {
  const spans: NoticeSpan[] = []
  let plain = ''
  const flush = () => {
    if (plain !== '') spans.push({ text: plain, ...marks })
    plain = ''
  }
  /** Adds the text between two marks, if it is not empty and the second mark exists. */
  const between = (mark: '**' | '*', from: number, drawn: Marks): number | null => {
    const end = closing(text, mark, from)
    if (end === null || end === from) return null
    flush()
    spans.push(...parseInline(text.slice(from, end), fault, { ...marks, ...drawn }))
    return end + mark.length
  }
  let at = 0
  while (at < text.length) {
    const sign = text[at] as string
    const next = text[at + 1] ?? ''
    if (sign === '\\' && escaped.test(next)) {
      plain += next
      at += 2
      continue
    }
    if (sign === '!' && next === '[') fault('pictureInLine')
    const after =
      sign === '[' && marks.href === undefined
        ? link(at)
        : sign === '*' && next === '*' && !marks.strong
          ? between('**', at + 2, { strong: true })
          : sign === '*' && next !== '*' && !marks.em
            ? between('*', at + 1, { em: true })
            : null
    if (after === null) plain += sign
    at = after ?? at + 1
  }
  flush()
  return spans

  function link(from: number): number | null {
    const middle = text.indexOf('](', from)
    const end = middle < 0 ? -1 : text.indexOf(')', middle)
    if (end < 0 || middle === from + 1) return null
    const href = text.slice(middle + 2, end)
    if (!isNoticeLink(href)) {
      fault('link')
      return null
    }
    flush()
    spans.push(...parseInline(text.slice(from + 1, middle), fault, { ...marks, href }))
    return end + 1
  }
}

/**
 * Returns where a mark that began before `from` ends; null when it does not. A `**` does not end a
 * `*`, and of three in a row the first ends the inner one.
 */
function closing(text: string, mark: '**' | '*', from: number): number | null {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith('**', at)) {
      if (mark === '**') return text[at + 2] === '*' ? at + 1 : at
      at++
    } else if (mark === '*' && text[at] === '*') return at
  }
  return null
}
