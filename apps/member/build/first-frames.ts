import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { classesIn, cssFor } from './css-for.ts'
import { stylesByPage } from './page-table.ts'

/** What the device of a member keeps, as far as a frame needs it. */
const member = {
  'banyan.device': '0',
  'banyan.current': '0',
  'banyan.users': JSON.stringify([{ uuid: '0', accountId: '0', nickname: ' ', token: '0' }]),
}

/** The pages that most visits begin with, and the stored session that each assumes. */
const framed: { page: string; kept: Record<string, string> }[] = [
  { page: '/pages/auth/home', kept: {} },
  { page: '/', kept: member },
  { page: '/pages/tabbar/OTC', kept: member },
]
const tongues = ['zh-CN', 'en'] as const

/**
 * Renders the first pages at build time, as they are before any response of the server, and puts
 * them into index.html: a member's first view does not wait for any script. The app then renders
 * the same page in their place.
 */
export function firstFrames(): Plugin {
  return {
    name: 'first-frames',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html
        const { markup, css } = withoutStyleAttributes(await drawAll())
        const styles = stylesOf(bundle)
        requireStyles(markup, html + styles + css)
        const style = `<style>${cssFor(markup, styles)}${css}</style>`
        return html
          .replace('<!--frames-->', () => markup)
          .replace('</head>', () => `  ${style}\n  </head>`)
      },
    },
  }
}

/** All styles of the framed pages, in load order. */
function stylesOf(bundle: Rolldown.OutputBundle): string {
  const byPage = stylesByPage(bundle)
  const files = new Set(framed.flatMap(({ page }) => byPage[page] ?? []))
  return [...files].map(file => String((bundle[file] as Rolldown.OutputAsset).source)).join('')
}

/** Both builds must use the same class names, otherwise a frame would be unstyled. */
function requireStyles(markup: string, styles: string): void {
  const missing = [...classesIn(markup)].filter(name => !styles.includes(`.${name}`))
  if (missing.length > 0) throw new Error(`no style for the frames' classes ${missing.join(', ')}`)
}

/** A template for each page and language, named by both. */
async function drawAll(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-frames-'))
  try {
    const file = pathToFileURL(await bundleDrawing(folder)).href
    const templates: string[] = []
    for (const { page, kept } of framed) {
      for (const tongue of tongues) {
        lendBrowser(page, kept)
        // A unique name for each: the app's parts are created once per module.
        const { drawFrame } = await import(`${file}?${templates.length}`)
        const drawn = await drawFrame(tongue)
        templates.push(`<template id="${page} ${tongue}">${drawn}</template>`)
      }
    }
    return templates.join('\n    ')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The app as one file that Node runs. */
async function bundleDrawing(outDir: string): Promise<string> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, '../src/first-frame.tsx'),
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'draw.mjs' } },
    },
  })
  return join(outDir, 'draw.mjs')
}

/** The browser APIs that the app uses during its creation; without a window, so that nothing is started. */
function lendBrowser(page: string, kept: Record<string, string>): void {
  const store = { getItem: (name: string) => kept[name] ?? null, setItem() {}, removeItem() {} }
  Object.assign(globalThis, {
    localStorage: store,
    sessionStorage: store,
    location: { hash: `#${page}` },
    history: { state: null, replaceState() {} },
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    document: { addEventListener() {} },
    isSecureContext: true,
    addEventListener() {},
  })
  const value = { onLine: true, userAgent: '', platform: '', maxTouchPoints: 0 }
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true })
}

/** The content security policy allows no style attributes: each becomes a class of its own. */
function withoutStyleAttributes(markup: string): { markup: string; css: string } {
  const names = new Map<string, string>()
  const written = markup.replace(
    /class="([^"]*)"([^>]*?) style="([^"]*)"/g,
    (_, own, between, style) => {
      const name = names.get(style) ?? `frame-${names.size}`
      names.set(style, name)
      return `class="${own} ${name}"${between}`
    },
  )
  if (written.includes(' style="')) throw new Error('a frame has a style that no class could carry')
  return { markup: written, css: [...names].map(([style, name]) => `.${name}{${style}}`).join('') }
}
