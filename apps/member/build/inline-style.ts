import type { Plugin } from 'vite'

/**
 * Inlines the style of the first load into the page: it is 3 kB, and as a separate file it would
 * cost a round trip before anything can be drawn. The policy contains its hash.
 */
export function inlineStyle(): Plugin {
  const inlined = new Set<string>()
  return {
    name: 'inline-style',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        return html.replace(
          /\s*<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/g,
          (link, fileName: string) => {
            const file = bundle[fileName]
            if (file?.type !== 'asset') return link
            const css = String(file.source)
            // Relative URLs would resolve against the page's folder, not the file's.
            if (css.includes('url('))
              throw new Error(`${fileName} names files: it cannot be inlined`)
            delete bundle[fileName]
            inlined.add(fileName.replace(/^.*\//, ''))
            return `\n    <style>${css.trim()}</style>`
          },
        )
      },
    },
    // A part that is loaded later lists the styles that it needs, these among them. They are
    // present already, and waiting for their files would fail. The entry's own script, which is
    // present too, replaces them.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        const entry = chunks.find(chunk => chunk.isEntry)?.fileName.replace(/^.*\//, '')
        if (!entry) throw new Error('there is no entry script that can replace the inlined styles')
        for (const chunk of chunks) {
          for (const name of inlined) chunk.code = chunk.code.replaceAll(name, entry)
        }
      },
    },
  }
}
