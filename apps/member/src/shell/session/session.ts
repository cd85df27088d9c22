import type { AccountListItem } from '@banyan/domain'

/** The result of a login, stored on this device. */
export interface KeptUser {
  uuid: string
  /** In full; the server's list has it masked. */
  accountId: string
  nickname: string
  /** Null after logging out: the login password is required. */
  token: string | null
}

/**
 * An account whose session the server has ended. The token is no longer accepted. It only lets the
 * server return the reason, and with the old password it can undo a reset that the member does not
 * know of.
 */
export interface EndedSession extends KeptUser {
  token: string
}

/** `starting` until it is known who is logged in; `unreachable` when the server could not be asked. */
type SessionPhase = 'starting' | 'ready' | 'unreachable'

export interface SessionState {
  readonly phase: SessionPhase
  /** Accounts of this device, newest use first. */
  readonly accounts: readonly AccountListItem[]
  readonly current: KeptUser | null
  /** Accounts of this device that were logged out from elsewhere and have not been opened since. */
  readonly ended: readonly EndedSession[]
  /** The account that was refused (20003) while it was open here; its token may still open the service. */
  readonly closed: EndedSession | null
}

interface KeptStore {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

export type SessionAct = 'switch' | 'remove' | 'logout'
/** `expired`: the token is invalid; `refused`: it did not happen, and the member was shown why. */
export type ReportResult = 'done' | 'expired' | 'refused'

export interface SessionSetup {
  store: KeptStore
  /** Loads the accounts of this device. */
  list: (deviceCode: string) => Promise<readonly AccountListItem[]>
  /** Reports an act of the account of this token to the server; never throws. */
  tell: (act: SessionAct, token: string, deviceCode: string) => Promise<ReportResult>
  /** Another member, or nobody, is current now: data of the last one must be dropped. */
  changed: () => void
  /** An account was removed from this device: what is stored of it must be dropped. */
  removed: () => void
  newDeviceCode: () => string
}

const deviceKey = 'banyan.device'
const usersKey = 'banyan.users'
const currentKey = 'banyan.current'
const removedKey = 'banyan.removed'
const endedKey = 'banyan.ended'
const closedKey = 'banyan.closed'

/** The session: the accounts of this device, the current one, and their stored tokens. */
export class Session {
  readonly #setup: SessionSetup
  #state: SessionState
  readonly #listeners = new Set<() => void>()

  constructor(setup: SessionSetup) {
    this.#setup = setup
    // A member who is logged in sees the page at once; the server's list may correct it.
    const current = this.#users().find(user => user.uuid === setup.store.getItem(currentKey))
    const here = current?.token ? current : null
    // A device without a code has never been used: nobody can be logged in, whatever the server
    // returns.
    const isNew = setup.store.getItem(deviceKey) === null
    this.#state = {
      phase: here || isNew ? 'ready' : 'starting',
      accounts: [],
      current: here,
      ended: this.#recall(endedKey),
      closed: this.#closed(),
    }
  }

  readonly state = (): SessionState => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get token(): string | null {
    return this.#state.current?.token ?? null
  }

  /** 64 hex digits, made once per device; it names the device and proves nothing. */
  get deviceCode(): string {
    const kept = this.#setup.store.getItem(deviceKey)
    if (kept && /^[0-9a-f]{64}$/.test(kept)) return kept
    const fresh = this.#setup.newDeviceCode()
    this.#setup.store.setItem(deviceKey, fresh)
    return fresh
  }

  /** The start-up rule: the first account of the list is the current user. */
  async start(): Promise<void> {
    try {
      this.#agree(await this.#setup.list(this.deviceCode))
    } catch {
      if (this.#state.phase === 'starting') this.#become({ ...this.#state, phase: 'unreachable' })
    }
  }

  /** After `unreachable`: starts again. */
  async restart(): Promise<void> {
    this.#become({ ...this.#state, phase: 'starting' })
    await this.start()
  }

  /** 20003: loads the accounts again; returns true when another account, or none, is the current one now. */
  async recheck(): Promise<boolean> {
    const before = this.#state.current?.uuid
    try {
      this.#agree(await this.#setup.list(this.deviceCode))
    } catch {
      return false
    }
    return this.#state.current?.uuid !== before
  }

  /** Makes the closed account the current one, for the pages that are still open to it, until `recheck`. */
  visitService(): void {
    this.#setCurrent(this.#state.closed)
  }

  /**
   * True while a closed account uses the service: all other calls are refused, and these refusals
   * are ignored.
   */
  get isVisiting(): boolean {
    const { current, closed } = this.#state
    return closed !== null && current?.uuid === closed.uuid
  }

  /** After a login: this member is the current one. */
  enter(user: KeptUser & { token: string }): void {
    const others = this.#users().filter(other => other.uuid !== user.uuid)
    this.#keep([user, ...others])
    this.#remember(
      removedKey,
      this.#removed().filter(uuid => uuid !== user.uuid),
    )
    this.#forgetEnd(user.uuid)
    this.#setCurrent(user)
    void this.recheck()
  }

  /**
   * Makes another account the current one. `expired`: it has no valid token here, so its login
   * password is required.
   */
  async switchTo(uuid: string): Promise<ReportResult> {
    const user = this.#users().find(known => known.uuid === uuid)
    if (!user?.token) return 'expired'
    const result = await this.#setup.tell('switch', user.token, this.deviceCode)
    if (result === 'expired') {
      this.#keepEnd({ ...user, token: user.token })
      this.#keepWithoutToken(uuid)
      this.#tell()
    }
    if (result !== 'done') return result
    this.#setCurrent(user)
    await this.recheck()
    return result
  }

  /**
   * Removes an account from this device; without a token the removal cannot be reported for the
   * account. `leave` is called when it was the last one, as by `logout`.
   */
  async remove(uuid: string, leave: () => void = () => {}): Promise<ReportResult> {
    const token = this.#users().find(user => user.uuid === uuid)?.token
    const result = token ? await this.#setup.tell('remove', token, this.deviceCode) : 'expired'
    if (result === 'refused') return result
    this.#keep(this.#users().filter(user => user.uuid !== uuid))
    this.#setup.removed()
    this.#forgetEnd(uuid)
    this.#remember(removedKey, [...this.#removed(), uuid])
    if (this.#state.accounts.every(account => account.uuid === uuid)) leave()
    await this.recheck()
    return 'done'
  }

  /**
   * An account that its member has closed for good: nothing of it stays on this device. Its message
   * stays until the page is reloaded.
   */
  async forget(uuid: string): Promise<void> {
    const { closed, ended } = this.#state
    this.#keep(this.#users().filter(user => user.uuid !== uuid))
    this.#setup.removed()
    if (closed?.uuid === uuid) {
      this.#remember(closedKey, [])
      this.#keepEnd(closed)
    }
    this.#remember(
      endedKey,
      ended.filter(one => one.uuid !== uuid),
    )
    await this.recheck()
  }

  /**
   * Ends the session; the account stays in the list. Reported to the server if it can be reached.
   * `leave` is called in between: the next login must not return to the page that was open.
   */
  async logout(leave: () => void = () => {}): Promise<void> {
    const { token } = this
    if (token) await this.#setup.tell('logout', token, this.deviceCode)
    leave()
    this.#dropToken()
  }

  /** 20001: the token is no longer accepted. It is kept aside, because it may still object to a reset. */
  expire(): void {
    if (this.#takeOver()) return
    const { current } = this.#state
    if (current?.token) this.#keepEnd({ ...current, token: current.token })
    this.#dropToken()
  }

  /** Another tab of this browser has changed the storage: its login and its log-out apply to this tab too. */
  readonly heedOtherTab = (): void => {
    this.#state = { ...this.#state, ended: this.#recall(endedKey) }
    if (!this.#takeOver()) this.#tell()
  }

  /** True when the current account has another token by now than the one in use here. */
  #takeOver(): boolean {
    const { current } = this.#state
    const kept = this.#users().find(user => user.uuid === current?.uuid)
    if (!current || !kept || kept.token === current.token) return false
    this.#setCurrent(kept)
    return true
  }

  #dropToken(): void {
    const { current } = this.#state
    if (!current) return
    this.#keepWithoutToken(current.uuid)
    this.#setCurrent({ ...current, token: null })
  }

  /** The account ID to fill in for a login: in full when it is known here. */
  accountIdOf(uuid: string): string | undefined {
    return this.#users().find(user => user.uuid === uuid)?.accountId
  }

  /** True when this device can open the account without a password. */
  hasToken(uuid: string): boolean {
    return this.#users().some(user => user.uuid === uuid && user.token !== null)
  }

  /** True when a visit would begin with the current account now: another tab may have left it. */
  get isKept(): boolean {
    const { current } = this.#state
    return (
      current?.uuid === this.#setup.store.getItem(currentKey) && this.hasToken(current?.uuid ?? '')
    )
  }

  #agree(list: readonly AccountListItem[]): void {
    const removed = this.#removed()
    const accounts = list.filter(item => !removed.includes(item.uuid))
    const first = accounts[0]
    const before = this.#state.current
    if (before?.token && !list.some(item => item.uuid === before.uuid))
      this.#remember(closedKey, removed.includes(before.uuid) ? [] : [before])
    else if (accounts.some(item => item.uuid === this.#closed()?.uuid))
      this.#remember(closedKey, [])
    const current = first
      ? (this.#users().find(user => user.uuid === first.uuid) ?? { ...first, token: null })
      : null
    this.#state = {
      ...this.#state,
      phase: 'ready',
      accounts,
      current: before,
      closed: this.#closed(),
    }
    if (before?.uuid === current?.uuid && before?.token === current?.token) this.#tell()
    else this.#setCurrent(current)
  }

  #setCurrent(user: KeptUser | null): void {
    const { uuid, accountId, nickname, token } = user ?? {}
    const current =
      uuid && accountId && nickname ? { uuid, accountId, nickname, token: token ?? null } : null
    if (current) this.#setup.store.setItem(currentKey, current.uuid)
    else this.#setup.store.removeItem(currentKey)
    this.#state = { ...this.#state, phase: 'ready', current }
    this.#setup.changed()
    this.#tell()
  }

  #keepEnd(ended: EndedSession): void {
    this.#setEnded([ended, ...this.#state.ended.filter(({ uuid }) => uuid !== ended.uuid)])
  }
  #forgetEnd(uuid: string): void {
    this.#setEnded(this.#state.ended.filter(ended => ended.uuid !== uuid))
  }
  #setEnded(ended: readonly EndedSession[]): void {
    this.#remember(endedKey, ended)
    this.#state = { ...this.#state, ended }
  }

  #keepWithoutToken(uuid: string): void {
    this.#keep(this.#users().map(user => (user.uuid === uuid ? { ...user, token: null } : user)))
  }

  #users(): KeptUser[] {
    return this.#recall(usersKey)
  }
  #closed(): EndedSession | null {
    return this.#recall<EndedSession>(closedKey)[0] ?? null
  }
  #removed(): string[] {
    return this.#recall(removedKey)
  }
  #keep(users: readonly KeptUser[]): void {
    this.#remember(usersKey, users)
  }
  #remember(key: string, value: readonly unknown[]): void {
    this.#setup.store.setItem(key, JSON.stringify(value))
  }
  #recall<V>(key: string): V[] {
    try {
      const value: unknown = JSON.parse(this.#setup.store.getItem(key) ?? '[]')
      return Array.isArray(value) ? value : []
    } catch {
      return []
    }
  }

  #become(state: SessionState): void {
    this.#state = state
    this.#tell()
  }
  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export function newDeviceCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
