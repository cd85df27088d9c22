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
  stranger: row('free', 'free', 'free', 'free', 'free'),
} as const
export type ActKind = keyof typeof freezeTable

/** An owner's act on an order depends on its side: nobody loses money by a buy order. */
export type ActRow = ActKind | { readonly sell: ActKind; readonly buy: ActKind }
const ofOwner = { sell: 'sell', buy: 'keep' } as const

/** Calls that write, by kind. A test compares them with the contract: a new one without a kind fails. */
const callsByKind: Readonly<Record<ActKind, readonly string[]>> = {
  takeOut: ['withdraw.create'],
  sell: ['otc.publish', 'otc.takeBuy'],
  redirect: ['user.setReceivingAccount', 'email.bind', 'withdraw.labelAddress', 'closing.ask'],
  letGo: [
    'otc.release',
    'otc.releaseAnyway',
    'otc.concede',
    'otc.confirmCancel',
    'otc.giveUp',
    'otc.acceptRuling',
    'otc.withdrawAppeal',
  ],
  endSessions: ['session.revoke', 'session.revokeOthers'],
  keep: [
    'auth.logout',
    'user.removeFromDevice',
    'user.switch',
    // A known password can be changed by its owner; one that was reset stays until the freeze ends.
    'password.changeLogin',
    'password.changePayment',
    'email.requestCode',
    'otc.cancel',
    'otc.pause',
    'otc.publishBuy',
    'otc.take',
    'otc.pay',
    'otc.claimLate',
    'otc.replaceEvidence',
    'otc.proposeCancel',
    'otc.dropCancel',
    'otc.acceptCancel',
    'otc.appeal',
    'otc.state',
    'otc.askReview',
    'withdraw.cancel',
    'withdraw.quote',
    'withdraw.removeAddress',
    'redemptions.exchange',
    'redemptions.undo',
    'redemptions.cancel',
    'subscriptions.place',
    'subscriptions.cancel',
    'subscriptions.pause',
    'subscriptions.setLimit',
    'earnings.activate',
    'earnings.cancelActivation',
    'earnings.askUnlock',
    'earnings.keepPosition',
    'earnings.answerPrompt',
    'distribution.openQuiz',
    'distribution.answerQuiz',
    'distribution.signConduct',
    'distribution.apply',
    'distribution.leave',
    'distribution.appeal',
    'network.place',
    'network.withdraw',
    'network.setPreference',
    'risk.answer',
    'blocks.add',
    'blocks.remove',
    'chat.say',
    'chat.read',
    'notices.read',
    'personalData.askExport',
    'personalData.deletePicture',
    'closing.undo',
    'notifications.read',
    'push.subscribe',
    'push.end',
  ],
  enter: [
    'auth.login',
    'auth.words.login',
    'password.cancelReset',
    'password.resetLoginByWords',
    'password.resetLoginByEmail',
    'password.resetPaymentByWords',
    'password.resetPaymentByEmail',
  ],
  askService: [
    'service.write',
    'service.askPerson',
    'service.read',
    'service.rate',
    'service.sendFeedback',
  ],
  stranger: ['user.create', 'auth.words.nonce', 'session.end', 'password.resetLoginCode'],
}

/** Every call that writes, with its row of the table. */
export const actRows: ReadonlyMap<string, ActRow> = new Map<string, ActRow>([
  ...(Object.keys(callsByKind) as ActKind[]).flatMap(kind =>
    callsByKind[kind].map(call => [call, kind] as const),
  ),
  ['otc.changeOrder', ofOwner],
  ['otc.resume', ofOwner],
])

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
