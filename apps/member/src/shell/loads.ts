import type { ComponentType } from 'react'

/** A page's module: its screen is the default export. */
export type Load = () => Promise<{ default: ComponentType }>

/**
 * Which code draws which page. A route that is not here is not built yet and says so in its place.
 * One line per page, in the order of `routes.ts`; the build reads these lines to preload by address.
 */
export const loads: Readonly<Record<string, Load>> = {
  '/pages/more/settings': () => import('./settings/settings-screen.tsx'),
}
