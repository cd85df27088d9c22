import { minifySync, type Plugin } from 'vite'

/** Minifies the inline scripts of index.html like every other script. */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: html =>
        html.replace(/<script>([\s\S]*?)<\/script>/g, (_, code: string) => {
          const { code: short, errors } = minifySync('inline.js', code, { module: false })
          if (errors[0]) throw new Error(errors[0].message)
          return `<script>${short.trim()}</script>`
        }),
    },
  }
}
