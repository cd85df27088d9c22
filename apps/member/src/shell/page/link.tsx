import type { ComponentProps } from 'react'
import { href, nav, type QueryArgs } from '../navigation/nav.ts'
import type { QueryInput, QuerySchema } from '../navigation/query.ts'
import type { Route } from '../routes.ts'

export type LinkProps<S extends QuerySchema> = Omit<ComponentProps<'a'>, 'href'> & {
  page: Route<S>
} & (Record<never, never> extends QueryInput<S>
    ? { query?: QueryInput<S> }
    : { query: QueryInput<S> })

/** A link to a page: a real address for copying, the engine's navigation for taps. */
export function Link<S extends QuerySchema>({ page, query, onClick, ...rest }: LinkProps<S>) {
  const args = [query] as unknown as QueryArgs<S>
  return (
    <a
      {...rest}
      href={href(page, ...args)}
      onClick={event => {
        onClick?.(event)
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        nav.to(page, ...args)
      }}
    />
  )
}
