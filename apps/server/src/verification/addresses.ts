import type { Locale } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import type { SealedColumns } from '../platform/reseal.ts'
import type { Sealing } from '../platform/sealing.ts'
import { type CodeContext, type GivenCode, proveCode, spendCode } from './codes.ts'
import { type Notice, noticeEmail } from './emails.ts'
import * as store from './store.ts'

/** The bound e-mail address of a member. */
export interface BoundEmail {
  address: string
  /** The language of e-mails to the member. */
  locale: Locale
  boundAt: Date
  /** False since a reset by this address was cancelled: somebody else can read it. */
  trusted: boolean
}

const placeOf = (memberId: string): string => `e-mail of ${memberId}`

/** What an address is found by: capitals and small letters are one mailbox. */
const indexed = (address: string): string => address.toLowerCase()
const INDEX_PLACE = 'e-mail of a member'
const indexOf = (sealing: Sealing, address: string): Buffer =>
  sealing.index(indexed(address), INDEX_PLACE)

/** What is stored sealed of an address, and its index. */
export const sealedEmails: SealedColumns = {
  table: 'member_email',
  id: { member_id: 'uuid' },
  columns: { address: "'e-mail of ' || member_id" },
  index: { column: 'address_index', of: 'address', indexed, place: `'${INDEX_PLACE}'` },
}

/** Members to whom an address is bound. */
export const membersWithEmail = (
  { sealing }: Pick<CodeContext, 'sealing'>,
  reader: store.Reader,
  address: string,
): Promise<string[]> => store.membersByEmail(reader, sealing.indexes(indexed(address), INDEX_PLACE))

const CARRIED_AT_ONCE = 500

/** Indexes a batch of addresses from before there was an index; returns 0 when none is left. */
export async function indexEmails(tx: Tx, sealing: Sealing): Promise<number> {
  const rows = await store.unindexedEmails(tx, CARRIED_AT_ONCE)
  for (const { memberId, address } of rows)
    await store.saveEmailIndex(
      tx,
      memberId,
      indexOf(sealing, sealing.open(address, placeOf(memberId))),
    )
  return rows.length
}

/** The address bound to a member, or null. */
export async function boundEmail(
  context: CodeContext,
  reader: store.Reader,
  memberId: string,
): Promise<BoundEmail | null> {
  const row = await store.emailOf(reader, memberId)
  return (
    row && {
      address: context.sealing.open(row.address, placeOf(memberId)),
      locale: row.locale,
      boundAt: row.boundAt,
      trusted: row.distrustedAt === null,
    }
  )
}

/** Most mail servers do not distinguish capitals from small letters. */
export const isSameMailbox = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** Freezes an account after its address was replaced. Returns the end of the freeze. */
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
 * Binds an address by the code that was sent to it. Where an address is bound already, its code is
 * needed too, it gets a notice, and the account is frozen for a while. Throws `emailSame`,
 * `emailOldCodeNeeded`, `emailCodeWrong` or `emailCodeSpent`.
 */
export async function bindEmail(
  context: CodeContext & { freezeAfterChange: FreezeAfterChange },
  asked: Binding,
): Promise<BoundEmail> {
  const { memberId, address, locale } = asked
  const codes = codesOf(asked, await boundEmail(context, context.database, memberId))
  for (const code of codes) await proveCode(context, code)
  return inTransaction(context.database, async tx => {
    await store.lockEmailOf(tx, memberId)
    const before = await boundEmail(context, tx, memberId)
    // Checked again under the lock: of two bindings at once, the second one replaces an address.
    for (const code of codesOf(asked, before)) await spendCode(context, tx, code)
    const sealed = context.sealing.seal(address, placeOf(memberId))
    const addressIndex = indexOf(context.sealing, address)
    const boundAt = await store.saveEmail(tx, memberId, { address: sealed, addressIndex, locale })
    if (before) {
      const until = await context.freezeAfterChange(tx, memberId, boundAt)
      await announce(tx, [{ memberId, topic: 'session', subject: null }])
      if (context.mail.offered)
        await context.mail.post(tx, noticeEmail('emailChanged', before, { ...asked, until }))
    }
    return { address, locale, boundAt, trusted: true }
  })
}

/** The codes that a binding needs: the old address's, if there is one, before the new one's. */
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

/** Sends the member an e-mail, if an address is bound and mail is sent at all. */
export async function notify(
  context: CodeContext,
  tx: Tx,
  memberId: string,
  notice: Notice,
  facts: { accountId: string; until?: Date },
): Promise<void> {
  if (!context.mail.offered) return
  const email = await boundEmail(context, tx, memberId)
  if (email) await context.mail.post(tx, noticeEmail(notice, email, facts))
}
