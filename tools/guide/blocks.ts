/** A fenced block of a page. */
export interface Block {
  /** The page's file name in docs/operations. */
  page: string
  heading: string
  /** The word after the fence; empty where there is none. */
  language: string
  text: string
}

/** A command of a page as it is written there, or a whole block that is no shell. */
export interface Command {
  page: string
  heading: string
  language: string
  text: string
}

/** The fenced blocks of a page, in its order. Blocks within a list lose its indentation. */
export function blocksOf(page: string, text: string): Block[] {
  const blocks: Block[] = []
  let heading = ''
  let open: { indent: string; language: string; lines: string[] } | null = null
  for (const line of text.split('\n')) {
    const [, indent = '', language = ''] = /^( *)```(\w*) *$/.exec(line) ?? []
    if (open === null) {
      heading = /^#+ (.*)/.exec(line)?.[1] ?? heading
      if (/^ *```/.test(line)) open = { indent, language, lines: [] }
    } else if (line === `${open.indent}\`\`\``) {
      blocks.push({ page, heading, language: open.language, text: open.lines.join('\n') })
      open = null
    } else {
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
    }
  }
  if (open !== null) throw new Error(`${page}: a block under "${heading}" does not end`)
  return blocks
}

/**
 * The commands of a block of shell: a line each, with the lines that continue it, the text of a
 * `<<'END'`, and a loop as a whole. A block of another kind is one.
 */
export function commandsOf({ text, ...where }: Block): Command[] {
  if (where.language !== 'sh') return [{ ...where, text }]
  const commands: Command[] = []
  let lines: string[] = []
  let until: (line: string) => boolean = () => true
  for (const line of text.split('\n')) {
    if (lines.length === 0) {
      if (line.trim() === '' || line.startsWith('#')) continue
      const [, word] = /<<'?(\w+)'?/.exec(line) ?? []
      if (word !== undefined) until = next => next === word
      else if (/^(for|while|until) /.test(line)) until = next => next === 'done'
      else until = next => !next.endsWith('\\')
      lines = [line]
      if (word !== undefined || !until(line)) continue
    } else {
      lines.push(line)
      if (!until(line)) continue
    }
    commands.push({ ...where, text: lines.join('\n') })
    lines = []
  }
  if (lines.length > 0) throw new Error(`${where.page}: "${lines[0]}" does not end`)
  return commands
}

/** Every command of a page. */
export const commandsIn = (page: string, text: string): Command[] =>
  blocksOf(page, text).flatMap(commandsOf)
