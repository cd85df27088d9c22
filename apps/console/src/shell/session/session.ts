import { isSilent } from '@banyan/client'
import type { ConsoleState, Me } from './transport.ts'

/**
 * `starting`: the server is asked who this is. `out`: nobody is signed in. `factor`: somebody is,
 * and has a second factor to prove before anything else. `in`: somebody is. `locked`: somebody was,
 * and their pages and drafts stay behind the lock until they are back.
 */
export type SessionState =
  | { phase: 'starting' | 'unreachable' | 'out'; me: null }
  | { phase: 'in' | 'locked' | 'factor'; me: Me }

export interface SessionSetup {
  readState: () => Promise<ConsoleState>
  open: (credentials: { name: string; password: string }) => Promise<ConsoleState>
  unlock: (password: string) => Promise<ConsoleState>
  lock: () => Promise<void>
  end: () => Promise<void>
  /** Another operator, or none: what was read for the former one must go. */
  changed: () => void
}

/** Who is signed in on this tab. */
export class OperatorSession {
  #state: SessionState = { phase: 'starting', me: null }
  /** The server knows a session that only its password unlocks. */
  #isKnown = false
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
    try {
      this.#follow(await this.#setup.readState())
    } catch (error) {
      if (this.#state.phase !== 'starting' && this.#state.phase !== 'unreachable') return
      if (isSilent(error)) this.#become({ phase: 'out', me: null })
      else this.#become({ phase: 'unreachable', me: null })
    }
  }

  /**
   * Signs in, or takes the lock away.
   * @throws what the calls throw, but for a locked session that has ended meanwhile: then a new one
   * is opened with the same password.
   */
  async signIn(credentials: { name: string; password: string }): Promise<void> {
    this.#follow(
      (await this.#unlocked(credentials.password)) ?? (await this.#setup.open(credentials)),
    )
  }

  /** The second factor was proven, added or removed: the server says what the session may do now. */
  async refresh(): Promise<void> {
    this.#follow(await this.#setup.readState())
  }

  /** Hides everything until the same operator is back, here and at the server. */
  lock(): void {
    if (this.#state.phase !== 'in') return
    this.showLock()
    // Without an answer the server locks it in its own time.
    this.#setup.lock().catch(() => {})
  }

  /** Hides everything because the server has locked the session, or another tab has. */
  readonly showLock = (): void => {
    if (this.#state.me) this.#become({ phase: 'locked', me: this.#state.me })
  }

  /**
   * Hides everything because the server asks for a second factor. What it said may be older than the
   * proof, so the state of the session is read again.
   */
  readonly showFactor = (): void => {
    if (this.#state.phase !== 'in') return
    this.#become({ phase: 'factor', me: this.#state.me })
    // Without an answer the factor is asked for.
    this.refresh().catch(() => {})
  }

  /** The server has ended the session: what is on the pages stays, behind the lock. */
  readonly expire = (): void => {
    this.#isKnown = false
    if (this.#state.me) this.showLock()
    else this.#become({ phase: 'out', me: null })
  }

  /** Signs out; the pages go, whatever the server answers. */
  async signOut(): Promise<void> {
    const ended = this.#setup.end().catch(() => {})
    this.#isKnown = false
    this.#become({ phase: 'out', me: null })
    this.#setup.changed()
    await ended
  }

  async #unlocked(password: string): Promise<ConsoleState | null> {
    if (!this.#isKnown || this.#state.phase !== 'locked') return null
    try {
      return await this.#setup.unlock(password)
    } catch (error) {
      if (isSilent(error)) return null
      throw error
    }
  }

  #follow({ me, isLocked, needsFactor }: ConsoleState): void {
    const before = this.#state.me
    this.#isKnown = true
    // Behind a lock are the pages of the operator who locked it; nobody else gets them.
    if (before && (before.id !== me.id || before.role !== me.role)) this.#setup.changed()
    this.#become({ phase: isLocked ? 'locked' : needsFactor ? 'factor' : 'in', me })
  }

  #become(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
