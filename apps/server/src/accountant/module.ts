import { defineModule } from '../platform/manifest.ts'

/** A second reader of the books, run by a program of its own: it uses no other module, and none uses it. */
export const accountantModule = defineModule({ name: 'accountant', open: () => ({}) })
