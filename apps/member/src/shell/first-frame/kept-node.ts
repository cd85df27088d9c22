import type { KeptNode } from './view-store.ts'

const html = 'http://www.w3.org/1999/xhtml'

/** The element and its parts as the screen shows them; null for one that is hidden or below it. */
export function keptNode(element: Element, screenHeight: number): KeptNode | null {
  const isDrawing = element.namespaceURI !== html
  // The definitions of a drawing have no place of their own.
  if (!isDrawing && !isOnScreen(element, screenHeight)) return null
  const attributes = Object.fromEntries([...element.attributes].map(one => [one.name, one.value]))
  // What was left of a deadline is not what is left now.
  if (attributes.role === 'timer') return [element.localName, attributes, '––:––']
  const parts = [...element.childNodes].flatMap((part): KeptNode[] => {
    if (part.nodeType === Node.TEXT_NODE) return [part.nodeValue ?? '']
    const kept = part instanceof Element && keptNode(part, screenHeight)
    return kept ? [kept] : []
  })
  return [`${isDrawing ? 'svg:' : ''}${element.localName}`, attributes, ...parts]
}

function isOnScreen(element: Element, screenHeight: number): boolean {
  if (getComputedStyle(element).display === 'none') return false
  return element.getBoundingClientRect().top < screenHeight
}

/** The classes that a kept element and its parts name. */
export function classesOf(node: KeptNode, found = new Set<string>()): Set<string> {
  if (typeof node === 'string') return found
  const [, attributes, ...parts] = node
  for (const name of (attributes.class ?? '').split(' ')) if (name) found.add(name)
  for (const part of parts) classesOf(part, found)
  return found
}

/** A rule of a style, as far as it matters here. */
interface Rule {
  cssText: string
  selectorText?: string
  cssRules?: Iterable<Rule>
}

/** The text of the rules that name only these classes, and at least one of them. */
export function rulesFor(rules: Iterable<Rule>, used: ReadonlySet<string>): string {
  const kept = new Set<string>()
  for (const rule of rules) {
    const text = textFor(rule, used)
    // Of equal ones the last applies: frames have rules that the files of their pages have again.
    kept.delete(text)
    kept.add(text)
  }
  return [...kept].join('')
}

function textFor(rule: Rule, used: ReadonlySet<string>): string {
  if (rule.selectorText !== undefined) {
    return rule.selectorText.split(',').some(one => applies(one, used)) ? rule.cssText : ''
  }
  if (!rule.cssRules || rule.cssText.startsWith('@keyframes')) return ''
  const inner = rulesFor(rule.cssRules, used)
  return inner && `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inner}}`
}

function applies(selector: string, used: ReadonlySet<string>): boolean {
  const named = [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
  return named.length > 0 && named.every(name => used.has(name))
}
