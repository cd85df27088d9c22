import type { Locale } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { type CodeWorld, type GivenCode, proveCode, spendCode } from './codes.ts'
import { type Notice, noticeLetter } from './letters.ts'
import * as store from './store.ts'

/** The mailbox of a member. */
export interface BoundEmail {
  address: string
  /** What letters are written in. */
  locale: Locale
  boundAt: Date
  /** False since a reset by this mailbox was cancelled: somebody else reads it. */
  trusted: boolean
}

const placeOf = (memberId: string): string => `e-mail of ${memberId}`

/** The address bound to a member, or null. */
export async function boundEmail(
  world: CodeWorld,
  reader: store.Reader,
  memberId: string,
): Promise<BoundEmail | null> {
  const row = await store.emailOf(reader, memberId)
  return (
    row && {
      address: world.sealing.open(row.address, placeOf(memberId)),
      locale: row.locale,
      boundAt: row.boundAt,
      trusted: row.distrustedAt === null,
    }
  )
}

/** Most mailboxes do not tell capitals from small letters. */
export const isSameMailbox = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** Freezes an account after another address took the place of one. Answers until when. */
export type FreezeAfterChange = (tx: Tx, memberId: string, at: Date) => Promise<Date>

export interface Binding {
  memberId: string
  accountId: string
  address: string
  code: string
  oldCode: string | undefined
  locale: Locale
}

/**
 * Binds an address by the code that was sent to it; where one is bound already, its code is needed
 * too, it gets a notice, and the account is frozen for a while. Refuses `emailSame`, `emailOldCodeNeeded`, `emailCodeWrong` or `emailCodeSpent`.
 */
export async function bindEmail(
  world: CodeWorld & { freezeAfterChange: FreezeAfterChange },
  asked: Binding,
): Promise<BoundEmail> {
  const { memberId, address, locale } = asked
  const codes = codesOf(asked, await boundEmail(world, world.database, memberId))
  for (const code of codes) await proveCode(world, code)
  return inTransaction(world.database, async tx => {
    await store.lockEmailOf(tx, memberId)
    const before = await boundEmail(world, tx, memberId)
    // Asked again under the lock: of two bindings at once, the second one replaces an address.
    for (const code of codesOf(asked, before)) await spendCode(world, tx, code)
    const sealed = world.sealing.seal(address, placeOf(memberId))
    const boundAt = await store.saveEmail(tx, memberId, { address: sealed, locale })
    if (before) {
      const until = await world.freezeAfterChange(tx, memberId, boundAt)
      await announce(tx, [{ memberId, topic: 'session', subject: null }])
      if (world.mail.offered)
        await world.mail.post(tx, noticeLetter('emailChanged', before, { ...asked, until }))
    }
    return { address, locale, boundAt, trusted: true }
  })
}

/** The codes that a binding needs: the old address's, where there is one, before the new one's. */
function codesOf(asked: Binding, before: BoundEmail | null): GivenCode[] {
  const account = { memberId: asked.memberId }
  const fresh: GivenCode = {
    account,
    purpose: 'bind',
    address: asked.address,
    code: asked.code,
    field: 'code',
  }
  if (!before) return [fresh]
  if (isSameMailbox(before.address, asked.address)) refuse('emailSame')
  if (asked.oldCode === undefined) return refuse('emailOldCodeNeeded')
  const old: GivenCode = {
    account,
    purpose: 'rebind-old',
    address: before.address,
    code: asked.oldCode,
    field: 'oldCode',
  }
  return [old, fresh]
}

/** Writes to the member's mailbox, where there is one and mail is sent at all. */
export async function notify(
  world: CodeWorld,
  tx: Tx,
  memberId: string,
  notice: Notice,
  facts: { accountId: string; until?: Date },
): Promise<void> {
  if (!world.mail.offered) return
  const email = await boundEmail(world, tx, memberId)
  if (email) await world.mail.post(tx, noticeLetter(notice, email, facts))
}
