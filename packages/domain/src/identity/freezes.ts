/** Causes of a freeze of a member's account. */
export const freezeCauses = [
  'login-reset',
  'payment-reset',
  'email-change',
  'address-change',
] as const
export type FreezeCause = (typeof freezeCauses)[number]

/**
 * How long a freeze lasts after another e-mail address, and after another receiving address. A
 * reset has its own hours.
 */
export const emailFreezeHours = 24
export const addressFreezeHours = 24

/** The columns of the table: those causes, and an operator who has frozen the whole account. */
export const freezeColumns = [...freezeCauses, 'account'] as const
export type FreezeColumn = (typeof freezeColumns)[number]

/** `asked`: allowed with a further factor that no reset has replaced. */
export type FreezeCell = 'free' | 'asked' | 'refused'

const row = (...cells: readonly [FreezeCell, FreezeCell, FreezeCell, FreezeCell, FreezeCell]) =>
  Object.fromEntries(freezeColumns.map((column, i) => [column, cells[i]])) as Record<
    FreezeColumn,
    FreezeCell
  >

/** Every kind of act under every freeze, in the order of `freezeColumns`. The server reads this table. */
export const freezeTable = {
  /** Value leaves the platform. */
  takeOut: row('refused', 'refused', 'refused', 'free', 'refused'),
  /** Coin is offered for money that is paid to the receiving address. */
  sell: row('refused', 'refused', 'refused', 'refused', 'refused'),
  /** Redirects money or codes from then on. */
  redirect: row('refused', 'refused', 'refused', 'free', 'refused'),
  /** In an open trade, coin or a claim to it is given up for good. */
  letGo: row('asked', 'asked', 'free', 'free', 'refused'),
  /** Ends sessions that could undo a reset. */
  endSessions: row('asked', 'asked', 'free', 'free', 'refused'),
  /** The member's property stays with the member. */
  keep: row('free', 'free', 'free', 'free', 'refused'),
  /** Logs in or sets a password: each reset begins its own freeze. */
  enter: row('free', 'free', 'free', 'free', 'refused'),
  /** The way to learn why an account is frozen, and to object: never closed. */
  askService: row('free', 'free', 'free', 'free', 'free'),
  /** Names no account, and discloses nothing about one. */
  anonymous: row('free', 'free', 'free', 'free', 'free'),
} as const
export type ActKind = keyof typeof freezeTable

/** An owner's act on an order depends on its side: nobody loses money by a buy order. */
export type ActRow = ActKind | { readonly sell: ActKind; readonly buy: ActKind }
export const actOfOwner = { sell: 'sell', buy: 'keep' } as const

/** A freeze that has not ended. */
export interface LiveFreeze {
  readonly cause: FreezeCause
  readonly until: Date
}

/** The factors besides the session. The words are the strongest: they replace any other. */
export const stepUpFactors = ['login-password', 'payment-password', 'words'] as const
export type StepUpFactor = (typeof stepUpFactors)[number]

export type FreezeVerdict =
  | { kind: 'free' }
  | { kind: 'refused'; by: LiveFreeze }
  | { kind: 'asked'; factor: StepUpFactor; by: LiveFreeze }

/** The verdict on a kind of act under these freezes: the one that lasts longest determines the end. */
export function judgeFrozen(act: ActKind, live: readonly LiveFreeze[]): FreezeVerdict {
  const longest = (cell: FreezeCell) =>
    live
      .filter(one => freezeTable[act][one.cause] === cell)
      .toSorted((a, b) => b.until.getTime() - a.until.getTime())[0]
  const refusing = longest('refused')
  if (refusing) return { kind: 'refused', by: refusing }
  const asking = longest('asked')
  return asking ? { kind: 'asked', factor: unreplaced(live), by: asking } : { kind: 'free' }
}

/**
 * Returns the factor that no reset has replaced. Somebody with a session and a mailbox can reset a
 * password and then knows the new one, so only knowledge of the other, older one proves the member.
 * When both were reset, it is the words.
 */
export function unreplaced(live: readonly LiveFreeze[]): StepUpFactor {
  const reset = (cause: FreezeCause) => live.some(one => one.cause === cause)
  if (!reset('login-reset')) return 'login-password'
  return reset('payment-reset') ? 'words' : 'payment-password'
}
