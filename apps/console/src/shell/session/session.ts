import { isSilent } from '@banyan/client'
import type { Me } from './transport.ts'

/**
 * `starting`: the server is asked who this is. `out`: nobody is signed in. `in`: somebody is.
 * `locked`: somebody was, and their pages and drafts stay behind the lock until they are back.
 */
export type SessionState =
  | { phase: 'starting' | 'unreachable' | 'out'; me: null }
  | { phase: 'in' | 'locked'; me: Me }

export interface SessionSetup {
  mayBeSignedIn: () => boolean
  whoAmI: () => Promise<Me>
  open: (credentials: { name: string; password: string }) => Promise<Me>
  end: () => Promise<void>
  forget: () => void
  /** Another operator, or none: what was read for the former one must go. */
  changed: () => void
}

/** Who is signed in on this tab. */
export class OperatorSession {
  #state: SessionState = { phase: 'starting', me: null }
  readonly #setup: SessionSetup
  readonly #listeners = new Set<() => void>()

  constructor(setup: SessionSetup) {
    this.#setup = setup
  }

  readonly state = (): SessionState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Asks the server who this tab is; without an answer it stays `unreachable` until asked again. */
  async start(): Promise<void> {
    if (!this.#setup.mayBeSignedIn()) return this.#become({ phase: 'out', me: null })
    try {
      this.#become({ phase: 'in', me: await this.#setup.whoAmI() })
    } catch (error) {
      if (this.#state.phase !== 'starting' && this.#state.phase !== 'unreachable') return
      if (isSilent(error)) this.#become({ phase: 'out', me: null })
      else this.#become({ phase: 'unreachable', me: null })
    }
  }

  /**
   * Signs in, or takes the lock away.
   * @throws what the sign-in call throws.
   */
  async signIn(credentials: { name: string; password: string }): Promise<void> {
    const before = this.#state
    const me = await this.#setup.open(credentials)
    // Behind a lock are the pages of the operator who locked it; nobody else gets them.
    if (before.me?.id !== me.id || before.me.role !== me.role) this.#setup.changed()
    this.#become({ phase: 'in', me })
  }

  /** Hides everything until the same operator signs in again. */
  lock(): void {
    if (this.#state.phase !== 'in') return
    this.#become({ phase: 'locked', me: this.#state.me })
  }

  /** The server has ended the session: what is on the pages stays, behind the lock. */
  expire(): void {
    this.#setup.forget()
    if (this.#state.phase === 'in') this.lock()
    else if (this.#state.phase !== 'locked') this.#become({ phase: 'out', me: null })
  }

  /** Signs out; the pages go, whatever the server answers. */
  async signOut(): Promise<void> {
    const ended = this.#setup.end().catch(() => {})
    this.#become({ phase: 'out', me: null })
    this.#setup.changed()
    await ended
  }

  #become(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
