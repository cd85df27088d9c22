import type { Database } from './database/connect.ts'
import type { Migration } from './database/migrate.ts'
import type { KeyEvidence } from './key-check.ts'
import type { Module, Platform } from './module.ts'
import type { SealedColumns } from './reseal.ts'

// biome-ignore lint/suspicious/noExplicitAny: a manifest can need, and an extension point can hold, any kind of function.
type AnyFunction = (...given: any[]) => unknown

/**
 * A function that a module calls and that modules above it provide: `one` is provided by exactly one
 * module, `many` by any number.
 */
export interface ExtensionPoint<F extends AnyFunction = AnyFunction> {
  readonly by: 'one' | 'many'
  /** Carries the type of the function; never set. */
  readonly provided?: F
}

export interface OnePoint<F extends AnyFunction = AnyFunction> extends ExtensionPoint<F> {
  readonly by: 'one'
}
export interface ManyPoint<F extends AnyFunction = AnyFunction> extends ExtensionPoint<F> {
  readonly by: 'many'
}

/** A function that exactly one module above provides. */
export const one = <F extends AnyFunction>(): OnePoint<F> => ({ by: 'one' })

/** Functions that any number of modules above provide. */
export const many = <F extends AnyFunction>(): ManyPoint<F> => ({ by: 'many' })

export type ExtensionPoints = Readonly<Record<string, ExtensionPoint>>

/** The extension points as the module itself sees them: to be called after every module is open. */
export type Extended<P extends ExtensionPoints> = {
  readonly [K in keyof P]: P[K] extends OnePoint<infer F>
    ? F
    : P[K] extends ManyPoint<infer F>
      ? () => readonly F[]
      : never
}

/** A function provided for an extension point of another module. */
export interface Provided {
  readonly to: Manifest
  readonly point: string
  readonly work: AnyFunction
}

/** A breach of an invariant, for people. */
export interface Breach {
  invariant: string
  what: string
}

/** Invariants that are checked together. */
export interface Invariants {
  readonly name: string
  /** Returns the breaches; empty when there are none. */
  check(database: Database): Promise<Breach[]>
  /**
   * The same on what was proven or settled before, for a check that must not cost all of history;
   * without it, `check` is used for both.
   */
  checkNew?(database: Database): Promise<Breach[]>
}

/** Facts that a person should know although nothing is broken, a sentence each. */
export type Notices = (database: Database) => Promise<string[]>

/** What a module is, before it is opened. */
// biome-ignore lint/suspicious/noExplicitAny: of a manifest in a list only its name and needs are known.
export interface Manifest<Opened = any, P extends ExtensionPoints = any> {
  /** The name of its folder. */
  readonly name: string
  /** The modules below it that it uses; it is given each of them opened. */
  readonly needs: Readonly<Record<string, Manifest>>
  readonly points: P
  readonly migrations: readonly Migration[]
  /** Its tables and views that modules which need it may read. Only it writes them. */
  readonly offers: readonly string[]
  readonly invariants: readonly Invariants[]
  readonly notices: Notices | null
  readonly keyEvidence: KeyEvidence
  /** Its columns that are encrypted with the field key, all of them. */
  readonly sealed: readonly SealedColumns[]
  open(platform: Platform, needs: Readonly<Record<string, unknown>>, points: unknown): Opened
  /** What it serves and runs. */
  serves(opened: Opened): Module
  provides(opened: Opened, needs: Readonly<Record<string, unknown>>): readonly Provided[]
}

type OpenedOf<N extends Readonly<Record<string, Manifest>>> = {
  readonly [K in keyof N]: N[K] extends Manifest<infer Opened, infer _> ? Opened : never
}

/** A manifest as it is written. */
interface Definition<
  N extends Readonly<Record<string, Manifest>>,
  P extends ExtensionPoints,
  Opened,
> {
  name: string
  needs?: N
  points?: P
  migrations?: readonly Migration[]
  offers?: readonly string[]
  invariants?: readonly Invariants[]
  notices?: Notices
  keyEvidence?: KeyEvidence
  sealed?: readonly SealedColumns[]
  open(platform: Platform, needs: OpenedOf<N>, points: Extended<P>): Opened
  serves?(opened: Opened): Module
  provides?(opened: Opened, needs: OpenedOf<N>): readonly Provided[]
}

/** Writes a module's manifest, with the types of what it needs and of what it becomes. */
export const defineModule = <
  Opened,
  N extends Readonly<Record<string, Manifest>> = Record<never, never>,
  P extends ExtensionPoints = Record<never, never>,
>(
  definition: Definition<N, P, Opened>,
): Manifest<Opened, P> => ({
  name: definition.name,
  needs: definition.needs ?? {},
  points: definition.points ?? ({} as P),
  migrations: definition.migrations ?? [],
  offers: definition.offers ?? [],
  invariants: definition.invariants ?? [],
  notices: definition.notices ?? null,
  keyEvidence: definition.keyEvidence ?? {},
  sealed: definition.sealed ?? [],
  open: (platform, needs, points) =>
    definition.open(platform, needs as OpenedOf<N>, points as Extended<P>),
  serves: definition.serves ?? moduleOf,
  provides: (opened, needs) => definition.provides?.(opened, needs as OpenedOf<N>) ?? [],
})

/** Most modules carry what they serve as `module`, beside their functions. */
const moduleOf = (opened: unknown): Module => (opened as { module?: Module }).module ?? {}

/** Provides a function for an extension point of a module below. */
export const provide = <P extends ExtensionPoints, K extends string & keyof P>(
  to: Manifest<unknown, P>,
  point: K,
  work: P[K] extends ExtensionPoint<infer F> ? F : never,
): Provided => ({ to, point, work })
