import { parseSync, Visitor } from 'oxc-parser'
import type { Source } from './imports.ts'

/** A text as it stands in a source file. What a template fills in is a mark in it. */
export interface Sentence {
  file: string
  line: number
  text: string
}

/** Every text of a file, of code too; texts that a tag reads, such as SQL, are left out. */
export function sentencesOf({ path, text }: Source): Sentence[] {
  const sentences: Sentence[] = []
  const add = (words: string, start: number) => {
    const line = text.slice(0, start).split('\n').length
    sentences.push({ file: path, line, text: words.replace(/\s+/g, ' ').trim() })
  }
  const tagged = new Set<number>()
  const visitor = new Visitor({
    TaggedTemplateExpression(node) {
      tagged.add(node.quasi.start)
    },
    Literal(node) {
      if (typeof node.value === 'string') add(node.value, node.start)
    },
    JSXText(node) {
      add(node.value, node.start)
    },
    TemplateLiteral(node) {
      if (tagged.has(node.start)) return
      add(node.quasis.map(one => one.value.cooked ?? '').join('…'), node.start)
    },
  })
  visitor.visit(parseSync(path, text).program)
  return sentences
}

const digits = String.raw`(?<![\d.,#\p{L}…{/-])\d[\d.,]*`
const figures = String.raw`${digits}(?:\s*(?:–|、|至|到|或|to|or|,)\s*\d[\d.,]*)*`
const few = '(?<![十百\\d])[一二两三四五六七八九十百]+'
const fewWords =
  '\\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety)'
const patterns = [
  `${figures}\\s*(?:个)?(?:小时|天|分钟|秒|周|年|季|次|笔|张|位|人|条(?!与)|倍|%|‰|字|单|份|USDT|LEAF|MB)`,
  `${few}(?:个)?(?:小时|分钟|秒钟|周(?!期|年)|个月|倍)|${few}天`,
  `${figures}[ -]?(?:more )?(?:hours?|days?|minutes?|seconds?|weeks?|months?|years?|h|s|min|%|times?|hex digits|characters?|digits?|letters?|pictures?|voucher pictures|words|statements?|USDT|LEAF|MB)(?![\\p{L}-])`,
  `${fewWords} (?:more )?(?:hours?|minutes?|seconds?|weeks?|months?|days)\\b`,
].map(pattern => new RegExp(pattern, 'giu'))

/** Every figure with its unit that a text states by itself, as it stands there. */
export const statedIn = (text: string): string[] => [
  ...new Set(patterns.flatMap(pattern => Array.from(text.matchAll(pattern), ([match]) => match))),
]
