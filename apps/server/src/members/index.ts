import type { Module } from '../platform/module.ts'
import type { MembersContext } from './context.ts'
import { memberRoutes } from './routes.ts'

/** Members as operators find and read them. The module stores nothing itself. */
export const openMembers = (context: MembersContext): { module: Module } => ({
  module: { routes: memberRoutes(context) },
})
