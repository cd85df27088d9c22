import type { Plugin } from 'vite'

/**
 * Writes the style of the first load into the page itself: it is 3 kB, and as a file of its own it
 * would cost a round trip before anything can be drawn. The policy knows it by its hash.
 */
export function inlineStyle(): Plugin {
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
            // Addresses in it would be read from the page's folder, not from the file's.
            if (css.includes('url('))
              throw new Error(`${fileName} names files: it cannot be inlined`)
            // Chunks that come late name it among what they need: it stays, and is empty.
            file.source = ''
            return `\n    <style>${css.trim()}</style>`
          },
        )
      },
    },
  }
}
