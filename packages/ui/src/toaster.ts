import { kitRules } from './rules.ts'

/** A message that disappears by itself; a loading one stays until it is hidden. */
export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'ok' | 'danger' | 'loading'
  /** Milliseconds until it disappears; Infinity for a loading one. */
  durationMs: number
}

/** A message with an action; it stays until it is accepted or dismissed. */
export interface Offer {
  text: string
  action: string
  act: () => void
  /** Label of the button that dismisses it. */
  later: string
}

export interface ToastOptions {
  tone?: 'plain' | 'ok' | 'danger'
  durationMs?: number
}

export interface Shown {
  readonly toast: Toast | null
  readonly offer: Offer | null
}

/**
 * Holds the one visible toast: a new one replaces the old, as in the page runtime. An offer is
 * shown beside it, because a toast must not displace something that waits for an answer. Neither
 * must another offer: the older one waits behind it.
 */
export class Toaster {
  #shown: Shown = { toast: null, offer: null }
  #timer: ReturnType<typeof setTimeout> | undefined
  #nextId = 1
  /** All pending offers; the newest is shown. */
  #offers: readonly Offer[] = []
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly shown = (): Shown => this.#shown
  current(): Toast | null {
    return this.#shown.toast
  }

  /** Shows a message: for 1500 ms by default. */
  show(text: string, options: ToastOptions = {}): void {
    this.#put(text, options.tone ?? 'plain', options.durationMs ?? kitRules.pageToastMs)
  }

  /** Shows a message with a spinner until the returned function, or `hide`, is called. */
  loading(text: string): () => void {
    const id = this.#put(text, 'loading', kitRules.loadingToastMs)
    return () => {
      if (this.#shown.toast?.id === id) this.hide()
    }
  }

  hide(): void {
    clearTimeout(this.#timer)
    this.#become({ toast: null })
  }

  /** Shows an offer until it is accepted or dismissed; the returned function withdraws it. */
  offer(offer: Offer): () => void {
    const drop = () => this.#keepOffers(this.#offers.filter(one => one !== mine))
    const mine: Offer = {
      ...offer,
      act: () => {
        drop()
        offer.act()
      },
    }
    this.#keepOffers([...this.#offers, mine])
    return drop
  }

  /** Dismisses the visible offer; one that waited behind it is shown again. */
  dropOffer(): void {
    this.#keepOffers(this.#offers.slice(0, -1))
  }

  #keepOffers(offers: readonly Offer[]): void {
    this.#offers = offers
    this.#become({ offer: offers.at(-1) ?? null })
  }

  #put(text: string, tone: Toast['tone'], durationMs: number): number {
    clearTimeout(this.#timer)
    const id = this.#nextId++
    if (Number.isFinite(durationMs)) this.#timer = setTimeout(() => this.hide(), durationMs)
    this.#become({ toast: { id, text, tone, durationMs } })
    return id
  }

  #become(change: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...change }
    for (const listener of this.#listeners) listener()
  }
}
