/** The projects of the suite: kinds of claims that can be run alone, each in its own vitest process. */
export const projectNames = ['tidy', 'unit', 'integration', 'kit', 'pages', 'journeys'] as const
export type Project = (typeof projectNames)[number]

/** What each takes; the first project that fits a file has it (see `projectOf`). */
export const includes: Readonly<Record<Project, readonly string[]>> = {
  tidy: ['tools/tidy/**/*.test.ts'],
  unit: ['{packages,apps,tools,e2e}/**/*.test.{ts,tsx}'],
  integration: ['{packages,apps,tools}/**/*.db.test.ts'],
  // In a browser, without a running product.
  kit: ['e2e/kit/**/*.e2e.ts'],
  // In a browser, over one running product that no file changes.
  pages: ['e2e/matrix/**/*.e2e.ts'],
  // In a browser, each file over a product of its own.
  journeys: ['e2e/**/*.e2e.ts'],
}

/** What a broader pattern takes and another project has. */
export const excludes: Readonly<Partial<Record<Project, readonly string[]>>> = {
  unit: ['**/*.db.test.ts', 'tools/tidy/**'],
  journeys: ['e2e/kit/**', 'e2e/matrix/**'],
}

/** The projects that need a browser. */
export const browserProjects: readonly Project[] = ['kit', 'pages', 'journeys']

/** The project that has a test file, by its path from the repository's root. */
export function projectOf(file: string): Project | undefined {
  if (file.endsWith('.e2e.ts')) {
    if (file.startsWith('e2e/kit/')) return 'kit'
    return file.startsWith('e2e/matrix/') ? 'pages' : 'journeys'
  }
  if (!/\.test\.tsx?$/.test(file)) return undefined
  if (file.endsWith('.db.test.ts')) return 'integration'
  return file.startsWith('tools/tidy/') ? 'tidy' : 'unit'
}
