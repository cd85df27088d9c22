import { type Address, addressOf, entryPath } from './address.ts'
import { type NavResult, type NavVerb, refuse } from './result.ts'

/** The state of each entry of the browser's history: its depth in the app, and its owner. */
export interface Entry {
  d: number
  id: string
  /** How many of its last entries are layers over the page; none when omitted. */
  l?: number
}

/** A sheet or dialog over the page: it has an entry of the history, so that going back closes it. */
interface Layer {
  /** Closes it; returns false while it cannot be left. */
  leave: () => boolean
  /** Called when it has closed by itself; its entry is removed unless the next one takes it over. */
  isFree: boolean
}

/** The history of a browser window, as far as the engine needs it. */
export interface HistoryPort {
  read(): { url: string; entry: Entry | null }
  push(url: string, entry: Entry): void
  replace(url: string, entry: Entry): void
  /** Settles when the window is at the other entry; `listen` does not report it. */
  go(delta: number): Promise<void>
  /** Reports moves that a person made: back, forward, an address typed, a link. */
  listen(arrived: (animatedByBrowser: boolean) => void): () => void
}

/** A page that is open. */
export interface Page extends Address {
  /** Constant while the page lives: the key of its state. */
  readonly id: string
  /** Index in the browser's history. */
  readonly depth: number
  /** Its address contains a layer that was opened over it, by `deepen`. */
  readonly deep?: boolean
  /** False for an address without a route. */
  readonly known: boolean
  readonly tab: boolean
}

/** Two visible pages while one slides over the other. */
export interface Move {
  kind: 'push' | 'pop'
  /** The page that slides in (push) or out (pop). */
  over: Page
  /** The page below it. */
  under: Page
}

export interface NavState {
  /** Bottom to top; never empty. The last one is shown. */
  readonly stack: readonly Page[]
  /** Visited tab pages that keep their state, except those of the stack. */
  readonly keptTabs: readonly Page[]
  readonly move: Move | null
}

export interface EngineSetup {
  history: HistoryPort
  /** Returns the route of a path, or null. Matching is case-sensitive. */
  route: (path: string) => { tab: boolean } | null
  newId: () => string
  /** Calls back later; the returned function cancels it. */
  later: (ms: number, act: () => void) => () => void
  /** 300, or 0 with reduced motion. */
  transitionMs: () => number
  /** How long the same url is refused after it was accepted. */
  lockMs: number
  stackMax: number
}

/** The hash navigation of the app: a stack of pages, kept in sync with the browser's history. */
export class Engine extends EventTarget {
  readonly #setup: EngineSetup
  #state: NavState
  /** The last accepted url, while that navigation is in progress. */
  #lock: string | null = null
  #releaseLock: () => void = () => {}
  #endMove: () => void = () => {}
  /** Changes of the history that wait for a jump to complete. */
  #history: Promise<void> | null = null
  readonly #listeners = new Set<() => void>()
  /** Layers over the visible page, the lowest first. */
  #layers: Layer[] = []

  constructor(setup: EngineSetup) {
    super()
    this.#setup = setup
    const { url, entry } = setup.history.read()
    // Layers do not survive a reload, and neither do their entries.
    const layers = entry?.l ?? 0
    const page = this.#page(addressOf(url), (entry?.d ?? 0) - layers, entry?.id)
    this.#state = { stack: [page], keptTabs: [], move: null }
    if (layers > 0) this.#write(() => setup.history.go(-layers))
    this.#write(() => setup.history.replace(page.url, entryOf(page)))
    setup.history.listen(animated => this.#arrived(animated))
  }

  readonly state = (): NavState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The visible page. */
  get top(): Page {
    return topOf(this.#state.stack)
  }

  /** Opens a page over this one. With ten open pages it replaces the top one. */
  navigateTo(url: string): NavResult {
    return this.#accept('navigateTo', url, address => {
      this.#dropLayers()
      if (this.#state.stack.length >= this.#setup.stackMax) {
        this.#replaceTop(address)
        return
      }
      const under = this.top
      const page = this.#page(address, under.depth + 1)
      this.#write(() => this.#setup.history.push(page.url, entryOf(page)))
      this.#show([...this.#state.stack, page], { kind: 'push', over: page, under })
    })
  }

  /** Replaces this page by another one. */
  redirectTo(url: string): NavResult {
    return this.#accept('redirectTo', url, address => {
      this.#dropLayers()
      this.#replaceTop(address)
    })
  }

  /** Opens a tab page and closes all others; the query is dropped. */
  switchTab(url: string): NavResult {
    return this.#accept('switchTab', url, address => this.#toTab({ ...address, query: '' }))
  }

  /** True while a sheet or dialog is over the page. */
  get isCovered(): boolean {
    return this.#layers.length > 0
  }

  /**
   * Gives a sheet or dialog its entry of the history: going back calls `leave`. The returned
   * function reports that it has closed by itself. A layer that opens as another closes takes over
   * its entry.
   */
  cover(leave: () => boolean): () => void {
    // The layer is in the address already, with an entry of its own.
    if (this.top.deep) return () => {}
    const last = this.#layers.at(-1)
    const layer = last?.isFree ? last : { leave, isFree: false }
    Object.assign(layer, { leave, isFree: false })
    if (layer !== last) {
      this.#layers.push(layer)
      const page = { ...this.top, depth: this.top.depth + 1 }
      const entry = { ...entryOf(page), l: this.#layers.length }
      this.#write(() => this.#setup.history.push(page.url, entry))
      this.#showTop(page)
    }
    return () => {
      if (layer.leave !== leave) return
      layer.isFree = true
      this.#setup.later(0, () => this.#dropFree())
    }
  }

  /** Removes the entries of layers that have closed by themselves. */
  #dropFree(): void {
    const kept = this.#layers.findLastIndex(layer => !layer.isFree) + 1
    this.#dropLayers(this.#layers.length - kept)
  }

  #dropLayers(count = this.#layers.length): void {
    if (count === 0) return
    this.#layers = this.#layers.slice(0, -count)
    this.#write(() => this.#setup.history.go(-count))
    this.#showTop({ ...this.top, depth: this.top.depth - count })
  }

  /** Replaces the query in the address of the visible page; the page itself stays. */
  changeQuery(query: string): void {
    this.#dropLayers()
    const page = withQuery(this.top, query)
    this.#write(() => this.#setup.history.replace(page.url, entryOf(page)))
    this.#showTop(page)
  }

  /**
   * The same with an entry of its own, for a layer over the page: the browser's back removes it.
   * Two taps open one layer.
   */
  deepen(query: string): void {
    if (query === this.top.query) return
    this.#dropLayers()
    const page = { ...withQuery(this.top, query), depth: this.top.depth + 1, deep: true }
    this.#write(() => this.#setup.history.push(page.url, entryOf(page)))
    this.#showTop(page)
  }

  /**
   * Returns to the query before `deepen`. An address that was opened with the layer has no earlier
   * entry: it is rewritten.
   */
  rise(query: string): void {
    // The sheet of an address that was opened with it has an entry like any sheet: it goes first.
    this.#dropLayers()
    const { depth } = this.top
    if (depth === 0) {
      this.changeQuery(query)
      return
    }
    const { deep: _, ...below } = this.top
    const page = { ...withQuery(below, query), depth: depth - 1 }
    this.#write(() => this.#setup.history.go(-1))
    this.#showTop(page)
  }

  /** Closes every page, kept tabs too, and opens only this one. */
  reLaunch(url: string): NavResult {
    return this.#accept('reLaunch', url, address => {
      this.#state = { ...this.#state, keptTabs: [] }
      this.#alone(this.#page(address, 0), [])
    })
  }

  /** Goes back; a page that is alone relaunches to the root instead. */
  navigateBack(pages = 1): void {
    const { stack } = this.#state
    if (stack.length === 1) {
      this.reLaunch(entryPath)
      return
    }
    const kept = stack.slice(0, Math.max(1, stack.length - pages))
    const over = this.top
    const under = topOf(kept)
    this.#layers = []
    this.#write(() => this.#setup.history.go(under.depth - over.depth))
    this.#show(kept, { kind: 'pop', over, under })
  }

  /** A tap on the tab bar: the visible tab gets an event instead of a navigation. */
  tapTab(path: string): void {
    const { path: wanted } = addressOf(path)
    if (this.top.path === wanted) {
      this.dispatchEvent(new CustomEvent('tabTap', { detail: { path: wanted } }))
      return
    }
    this.switchTab(wanted)
  }

  /** The common code of the four verbs: refuses in uni-app's words, or locks and acts. */
  #accept(verb: NavVerb, url: string, act: (address: Address) => void): NavResult {
    if (!url) return refuse(verb, 'url required')
    const given = addressOf(url, this.top.path)
    const route = this.#setup.route(given.path)
    if (!route) return refuse(verb, 'page not found', given.url)
    const opens = verb === 'navigateTo' || verb === 'redirectTo'
    if (opens && route.tab) return refuse(verb, 'tab page cannot be opened by navigate or redirect')
    if (verb === 'switchTab' && !route.tab) return refuse(verb, 'switchTab only opens tab pages')
    const full = verb === 'switchTab' ? given.path : given.url
    if (this.#lock === full) return refuse(verb, 'locked', full)
    this.#hold(full)
    act(given)
    return { ok: true }
  }

  #hold(url: string): void {
    this.#releaseLock()
    this.#lock = url
    this.#releaseLock = this.#setup.later(this.#setup.lockMs, () => {
      this.#lock = null
    })
  }

  #replaceTop(address: Address): void {
    const page = this.#page(address, this.top.depth)
    this.#write(() => this.#setup.history.replace(page.url, entryOf(page)))
    this.#showTop(page)
  }

  #toTab({ path, query }: { path: string; query: string }): void {
    const { stack, keptTabs } = this.#state
    const url = query ? `${path}?${query}` : path
    const tabs = [...keptTabs, ...stack.filter(page => page.tab)]
    const visited = tabs.find(page => page.path === path)
    const page = visited
      ? { ...visited, query, url, depth: 0 }
      : this.#page({ path, query, url }, 0)
    this.#alone(
      page,
      tabs.filter(tab => tab.path !== path),
    )
  }

  /** One page, at the bottom of the history: the browser's back never finds a dropped page. */
  #alone(page: Page, keptTabs: readonly Page[]): void {
    const jump = this.top.depth
    this.#layers = []
    if (jump > 0) this.#write(() => this.#setup.history.go(-jump))
    this.#write(() => this.#setup.history.replace(page.url, entryOf(page)))
    this.#show([page], null, keptTabs)
  }

  /** A person moved in the browser's history: updates the stack accordingly. */
  #arrived(animatedByBrowser: boolean): void {
    const { url, entry } = this.#setup.history.read()
    const address = addressOf(url)
    if (!entry) {
      this.#typed(address)
      return
    }
    if (entry.id === this.top.id && this.#leftLayers(entry, address.query)) return
    this.#layers = []
    const { stack } = this.#state
    const over = this.top
    const below = stack.filter(page => page.depth < entry.d && page.id !== entry.id)
    const open = stack.find(page => page.depth === entry.d && page.id === entry.id)
    const page = open ?? this.#page(address, entry.d, entry.id)
    if (page === over) return
    // A layer of the same page was opened or closed.
    if (page.id === over.id) {
      this.#show([...below, page], null)
      return
    }
    const forward = entry.d > over.depth
    const move: Move = forward
      ? { kind: 'push', over: page, under: over }
      : { kind: 'pop', over, under: page }
    this.#show([...below, page].slice(-this.#setup.stackMax), animatedByBrowser ? null : move)
  }

  /**
   * Handles back and forward between a page and the layers over it; returns false when the move is
   * about the page itself.
   */
  #leftLayers(entry: Entry, query: string): boolean {
    const over = this.top
    const by = over.depth - entry.d
    if (by < 0 && query === over.query) {
      // The layer over the page is gone: there is nothing to go forward to.
      this.#write(() => this.#setup.history.go(by))
      return true
    }
    if (by <= 0 || by > this.#layers.length) return false
    const left = this.#layers.splice(-by)
    this.#showTop({ ...over, depth: entry.d })
    if (left.every(layer => layer.isFree || layer.leave())) return true
    this.#layers.push(...left)
    this.#showTop(over)
    this.#write(() => this.#setup.history.go(by))
    return true
  }

  /** An address typed by hand, or a plain link: a new entry without the engine's state. */
  #typed(address: Address): void {
    if (this.isCovered) {
      // The new entry is above those of the layers: all of them are removed, and the page is opened
      // from below.
      this.#write(() => this.#setup.history.go(-1))
      const isTab = this.#setup.route(address.path)?.tab
      if (isTab) this.#toTab(address)
      else this.navigateTo(address.url)
      return
    }
    const under = this.top
    const depth = under.depth + 1
    if (this.#setup.route(address.path)?.tab) {
      // The typed entry is one above the top: the jump to the bottom is counted from there.
      const { stack } = this.#state
      this.#state = { ...this.#state, stack: [...stack.slice(0, -1), { ...under, depth }] }
      this.#toTab(address)
      return
    }
    const page = this.#page(address, depth)
    this.#write(() => this.#setup.history.replace(page.url, entryOf(page)))
    const stack = [...this.#state.stack, page].slice(-this.#setup.stackMax)
    this.#show(stack, { kind: 'push', over: page, under })
  }

  #page(address: Address, depth: number, id = this.#setup.newId()): Page {
    const route = this.#setup.route(address.path)
    return { ...address, id, depth, known: route !== null, tab: route?.tab ?? false }
  }

  #show(stack: readonly Page[], move: Move | null, keptTabs?: readonly Page[]): void {
    this.#endMove()
    const ms = this.#setup.transitionMs()
    const moving = ms > 0 ? move : null
    this.#state = { stack, keptTabs: keptTabs ?? this.#keptBeside(stack), move: moving }
    if (moving) this.#endMove = this.#setup.later(ms, () => this.#settle())
    this.#tell()
  }

  /** Keeps tab pages that leave the stack; one that is in the stack is not kept twice. */
  #keptBeside(stack: readonly Page[]): readonly Page[] {
    const was = [...this.#state.keptTabs, ...this.#state.stack.filter(page => page.tab)]
    return was.filter(
      (tab, index) =>
        !stack.some(page => page.tab && page.path === tab.path) &&
        was.findIndex(other => other.path === tab.path) === index,
    )
  }

  #showTop(page: Page): void {
    this.#show([...this.#state.stack.slice(0, -1), page], null)
  }

  #settle(): void {
    this.#state = { ...this.#state, move: null }
    this.#tell()
  }

  /** Changes the history at once, or after a jump in progress has completed. */
  #write(change: () => void | Promise<void>): void {
    const done = this.#history ? this.#history.then(change) : change()
    if (!done) return
    const landed = done.then(() => {
      if (this.#history === landed) this.#history = null
    })
    this.#history = landed
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

const entryOf = (page: Page): Entry => ({ d: page.depth, id: page.id })

const withQuery = (page: Page, query: string): Page => ({
  ...page,
  query,
  url: query ? `${page.path}?${query}` : page.path,
})

function topOf(stack: readonly Page[]): Page {
  const top = stack.at(-1)
  if (!top) throw new Error('the stack is never empty')
  return top
}
