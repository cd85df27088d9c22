import type { Plugin } from 'vite'

const cache = /query-core[\\/].*[\\/]mutationCache\.js$/
const observer = /query-core[\\/].*[\\/]mutationObserver\.js$/

/**
 * Leaves the query library's mutations out of the build: the app sends its commands by
 * `useCommand`, but the library's client would add them to the first load. A build in which
 * something uses them fails.
 */
export function noMutations(): Plugin {
  return {
    name: 'no-mutations',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!cache.test(id)) return null
      return 'export class MutationCache { clear() {} findAll() { return [] } async resumePausedMutations() {} }'
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.moduleIds.some(id => observer.test(id)))
          throw new Error('useMutation is left out of this build (build/no-mutations.ts)')
      }
    },
  }
}
