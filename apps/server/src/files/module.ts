import { defineModule } from '../platform/manifest.ts'

/** Reads untrusted files in a process of its own, so it uses no other module. */
export const filesModule = defineModule({ name: 'files', open: () => ({}) })
