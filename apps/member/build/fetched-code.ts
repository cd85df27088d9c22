import type { Plugin } from 'vite'

/** Where Vite keeps the function that each dynamic import of a build goes through. */
const helper = '\0vite/preload-helper.js'

/**
 * Code that is loaded late is fetched before it is imported, by the function of index.html that
 * fetches each file once. A browser that failed to import a file never asks for it again in the
 * same document (the module map of the HTML standard), so a lost network would stop a page or a
 * sheet until the app is reloaded. A failed fetch can be repeated.
 */
export function fetchedCode(): Plugin {
  return {
    name: 'fetched-code',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // Vite lists no files for code of one file.
          resolveDependencies: (file, others, { hostType }) =>
            hostType === 'js' && others.length === 0 ? [file] : others,
        },
      },
    }),
    load: id =>
      id === helper
        ? "export const __vitePreload = (load, files) => fetchFiles(files.map(file => file.replace('./', 'assets/'))).then(load)"
        : undefined,
  }
}
