/** A change that docs/contributing.md asks for: a new file, or lines after a line of a file. */
export interface Step {
  path: string
  /** The line after which the lines are added; null for a new file. */
  after: string | null
  lines: string
}

const newFile = /^New file `([^`]+)`:$/
const addition = /^In `([^`]+)`, after `([^`]+)`:$/

/** The steps of a section of the page, in their order. Throws when code follows no instruction. */
export function stepsOf(page: string, section: string): Step[] {
  const [, body] =
    new RegExp(`^## ${section}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(page) ?? []
  if (body === undefined) throw new Error(`the page has no section ${section}`)
  return [...body.matchAll(/^(.*)\n\n```tsx?\n([\s\S]*?)^```$/gm)].map(
    ([, instruction = '', lines = '']) => {
      const created = newFile.exec(instruction)
      if (created) return { path: created[1] as string, after: null, lines }
      const added = addition.exec(instruction)
      if (added) return { path: added[1] as string, after: added[2] as string, lines }
      throw new Error(`code without an instruction: "${instruction}"`)
    },
  )
}

/** A file's text with the lines of a step. Throws when the line to follow is not there once. */
export function withStep(text: string, { path, after, lines }: Step): string {
  const places = text.split('\n').filter(line => line === after).length
  if (places !== 1) throw new Error(`${path} has the line "${after}" ${places} times`)
  return text
    .split('\n')
    .flatMap(line => (line === after ? [line, lines.replace(/\n$/, '')] : [line]))
    .join('\n')
}
