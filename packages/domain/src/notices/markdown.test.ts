import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNoticeLink, type NoticeSpan, parseNotice, picturesOf } from './markdown.ts'

const pictureId = `npic_${'0123456789abcdef'.repeat(2)}`
const blocksOf = (source: string) => parseNotice(source).blocks
const spansOf = (source: string): NoticeSpan[] => {
  const [block] = blocksOf(source)
  return block?.kind === 'paragraph' ? block.spans : []
}

describe('the Markdown of notices', () => {
  it('supports paragraphs, headings, lists, pictures and line breaks', () => {
    expect(
      blocksOf(`## 升级\n第一行\n第二行\n\n- a\n- b\n1. c\n\n### More\n![图](${pictureId})`),
    ).toEqual([
      { kind: 'heading', level: 2, spans: [{ text: '升级' }] },
      { kind: 'paragraph', spans: [{ text: '第一行\n第二行' }] },
      { kind: 'list', ordered: false, items: [[{ text: 'a' }], [{ text: 'b' }]] },
      { kind: 'list', ordered: true, items: [[{ text: 'c' }]] },
      { kind: 'heading', level: 3, spans: [{ text: 'More' }] },
      { kind: 'picture', id: pictureId, alt: '图' },
    ])
    expect(picturesOf(blocksOf(`![图](${pictureId})`))).toEqual([pictureId])
  })

  it('supports bold, emphasis and links, nested in each other', () => {
    expect(spansOf('a **b *c*** [d **e**](/pages/more/rules?tab=book) \\*f\\*')).toEqual([
      { text: 'a ' },
      { text: 'b ', strong: true },
      { text: 'c', strong: true, em: true },
      { text: ' ' },
      { text: 'd ', href: '/pages/more/rules?tab=book' },
      { text: 'e', href: '/pages/more/rules?tab=book', strong: true },
      { text: ' *f*' },
    ])
  })

  it('continues a list after an empty line, so that its numbers go on', () => {
    expect(blocksOf('1. a\n\n2. b\n\nend')).toEqual([
      { kind: 'list', ordered: true, items: [[{ text: 'a' }], [{ text: 'b' }]] },
      { kind: 'paragraph', spans: [{ text: 'end' }] },
    ])
  })

  it('leaves unclosed marks as plain characters', () => {
    expect(spansOf('2 * 3 and **no end [either](')).toEqual([
      { text: '2 * 3 and **no end [either](' },
    ])
  })

  it.each([
    ['[x](http://example.org)', 'link'],
    ['[x](javascript:alert(1))', 'link'],
    ['![x](https://example.org/a.png)', 'picture'],
    [`text ![x](${pictureId})`, 'pictureInLine'],
    ['# Title', 'heading'],
    ['- a\n  - b', 'nestedList'],
  ])('returns the faults of %s', (source, fault) => {
    expect(parseNotice(source).faults.map(one => one.fault)).toContain(fault)
  })

  it('returns the line of a fault', () => {
    expect(parseNotice('a\n\nb\n\n# c').faults).toEqual([{ line: 5, fault: 'heading' }])
  })
})

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](/pages/../../evil)',
  '[x](https:evil.example)',
  '[x](https://user:pass@evil.example)',
  '[x](https://bank.example@evil.example)',
  '[x](https://evil.example" onclick="alert(1))',
  '[x](blob:https://evil.example/1)',
  '[x](&#106;avascript:alert(1))',
  '![x](javascript:alert(1))',
  '![x" onerror="alert(1)](npic_0)',
  `![x](${pictureId}" onerror="alert(1))`,
  '**[x](javascript:alert(1))**',
  '[**x](https://evil.example)**](javascript:alert(1))',
]

/** Every address that a text links to. */
const hrefs = (source: string): string[] =>
  blocksOf(source)
    .flatMap(block =>
      block.kind === 'picture' ? [] : block.kind === 'list' ? block.items.flat() : block.spans,
    )
    .flatMap(span => (span.href === undefined ? [] : [span.href]))

describe('an attack by the text of a notice', () => {
  it.each(attacks)('links to no script and no hidden host: %s', source => {
    for (const href of hrefs(source)) expect(isNoticeLink(href)).toBe(true)
    expect(hrefs(source).filter(href => !/^https:\/\/evil\.example$/.test(href))).toEqual([])
  })

  it('by any text gets no link but the two kinds, and loses no character of it', () => {
    const signs = fc.constantFrom(
      '*',
      '**',
      '[',
      '](',
      ')',
      '!',
      '\\',
      '\n',
      '- ',
      '## ',
      'javascript:',
      'https://a.bc',
      '/',
      'x',
      ' ',
      '字',
    )
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), parts => {
        const source = parts.join('')
        for (const href of hrefs(source)) expect(isNoticeLink(href)).toBe(true)
        const shown = JSON.stringify(blocksOf(source))
        expect(shown.split('字').length).toBeLessThanOrEqual(source.split('字').length)
        if (parts.includes('字') && !/\]\(/.test(source)) expect(shown).toContain('字')
      }),
    )
  })

  it.each(['*', '**a', '[', '[a](', '![', '\\*', '- *', '***'])(
    'of the maximum length of a notice, made of %s, is parsed',
    part => {
      const source = part.repeat(Math.ceil(10_000 / part.length)).slice(0, 10_000)
      expect(() => parseNotice(source)).not.toThrow()
    },
  )
})
