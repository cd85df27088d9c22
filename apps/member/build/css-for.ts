/**
 * Returns the rules of minified CSS that apply to some markup: those that name only classes of the
 * markup. Animations are left out, because a frame is static.
 */
export function cssFor(markup: string, css: string): string {
  const used = classesIn(markup)
  return keep(css, selector => {
    const named = [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
    return named.length > 0 && named.every(name => used.has(name))
  })
}

/** Every class that the markup names. */
export const classesIn = (markup: string): Set<string> =>
  new Set([...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))

function keep(css: string, applies: (selector: string) => boolean): string {
  let kept = ''
  for (const { head, body } of rulesOf(css)) {
    if (head.startsWith('@media')) {
      const inner = keep(body, applies)
      if (inner) kept += `${head}{${inner}}`
    } else if (!head.startsWith('@') && head.split(',').some(applies)) kept += `${head}{${body}}`
  }
  return kept
}

function* rulesOf(css: string): Generator<{ head: string; body: string }> {
  let from = 0
  while (from < css.length) {
    const open = css.indexOf('{', from)
    if (open < 0) return
    let depth = 1
    let end = open + 1
    for (; depth > 0 && end < css.length; end++) {
      if (css[end] === '{') depth++
      if (css[end] === '}') depth--
    }
    yield { head: css.slice(from, open).trim(), body: css.slice(open + 1, end - 1) }
    from = end
  }
}
