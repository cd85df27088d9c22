/** A named address of a page: its filters and sort, never the thing that is open. */
export interface View {
  readonly name: string
  /** As `#/withdrawals?state=requested`. */
  readonly hash: string
}

const MOST = 40

/** The views that a text of the local storage holds; what it cannot be is left out. */
export function readViews(text: string | null): View[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(isView).map(({ name, hash }) => ({ name, hash }))
  } catch {
    return []
  }
}

/** An address of this console and nothing else: a link of it leads nowhere but to a page. */
const isView = (one: unknown): one is View => {
  const { name, hash } = (one ?? {}) as Partial<View>
  return (
    typeof name === 'string' && name !== '' && typeof hash === 'string' && /^#\/[a-z]/.test(hash)
  )
}

/** The views with one more; a name that is there is replaced. */
export const withView = (views: readonly View[], view: View): View[] =>
  [...views.filter(({ name }) => name !== view.name), view].slice(-MOST)

/** The views without one. */
export const withoutView = (views: readonly View[], name: string): View[] =>
  views.filter(one => one.name !== name)

/** The views of a page. */
export const viewsOf = (views: readonly View[], page: string): View[] =>
  views.filter(({ hash }) => hash.split('?')[0] === `#/${page}`)
