import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { type CodePurpose, codeTerms, type Locale } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { refuse } from '../platform/refused.ts'
import type { Sealing } from '../platform/sealing.ts'
import { type AskPermit, decideAsk } from './decide.ts'
import { codeEmail } from './emails.ts'
import * as store from './store.ts'

export interface CodeContext {
  database: Database
  mail: Mail
  sealing: Sealing
  /** Mixed into every code before it is hashed. */
  pepper: KeyRing
}

/** Whose code, for what, and at which address. */
interface CodeBinding {
  account: CodeAccount
  purpose: CodePurpose
  /** In canonical form. */
  address: string
}

/** A member, or whoever typed an account ID: then nothing may depend on whether there is one. */
type CodeAccount = { memberId: string } | { typedAccountId: string }

export interface CodeRequest extends CodeBinding {
  locale: Locale
  /** Named in the e-mail, masked. */
  accountId: string
  /** False when no e-mail may be sent. The answer must not reveal it. */
  sends: boolean
}

/**
 * Sends a code: stores a row and queues its e-mail. An earlier code for the same account, purpose
 * and address becomes invalid.
 * @returns when the next one can be asked for.
 * @throws Refused `emailCodeTooSoon` or `emailCodeLimit`, with `{resendAt}`, or `emailNotOffered`.
 */
export async function sendCode(
  context: CodeContext,
  asked: CodeRequest,
): Promise<{ resendAt: Date }> {
  if (!context.mail.offered) refuse('emailNotOffered')
  const name = nameOf(context, asked)
  return inTransaction(context.database, async tx => {
    await store.lockAsking(tx, name)
    const now = await systemNow(tx)
    const { permit, addressIsFull } = await mayAsk(tx, asked, name, now)
    if (permit.kind !== 'go') return refuseAsk(permit, now)
    for (const emailId of await store.closeOpen(tx, name)) await context.mail.takeBack(tx, emailId)
    const id = newUuid()
    const code = drawCode()
    const emailId =
      asked.sends && !addressIsFull ? await context.mail.post(tx, codeEmail(asked, code)) : null
    await store.addCode(tx, {
      ...name,
      id,
      letterId: emailId,
      askedAt: now,
      codeHash: hashOf(context.pepper.current.key, id, code),
    })
    return { resendAt: permit.resendAt }
  })
}

/**
 * Each caller is limited by their own requests: a member by the limit of their account, a pair of
 * account ID and address by that of the address. E-mails that others cause to an address never keep
 * a code from the member to whom it is bound; they are counted separately, by purpose. A member who
 * binds an address learns that its e-mails of the hour are used up. A caller who types an account
 * ID does not, because that would reveal who has which address: no further e-mail is sent.
 */
async function mayAsk(
  tx: Tx,
  { account: who, purpose }: CodeRequest,
  name: store.CodeName,
  now: Date,
): Promise<{ permit: AskPermit; addressIsFull: boolean }> {
  const same = await store.lastAsked(tx, name)
  const { account, addresses } = name
  const ofPair = await store.askedLastHour(tx, { account, addresses })
  const ofOthersToo = await store.writtenLastHour(tx, { purpose, addresses })
  if ('memberId' in who) {
    const ofAccount = await store.askedLastHour(tx, { account })
    const ofAddress = purpose === 'bind' ? ofOthersToo : ofPair
    const permit = decideAsk({ same, account: ofAccount, address: ofAddress }, now)
    return { permit, addressIsFull: false }
  }
  return {
    permit: decideAsk({ same, account: ofPair, address: ofPair }, now),
    addressIsFull: ofOthersToo.length >= codeTerms.perHourAndAddress,
  }
}

function refuseAsk(permit: Exclude<AskPermit, { kind: 'go' }>, now: Date): never {
  const seconds = Math.ceil((permit.until.getTime() - now.getTime()) / 1000)
  const data = { resendAt: permit.until.toISOString() }
  if (permit.kind === 'tooSoon') refuse('emailCodeTooSoon', { seconds }, data)
  refuse('emailCodeLimit', { minutes: Math.ceil(seconds / 60) }, data)
}

/** A code as given, and the field it was typed into, where the page shows the refusal. */
export interface GivenCode extends CodeBinding {
  code: string
  field: 'code' | 'oldCode' | 'emailCode'
}

/**
 * Compares a code. The guess is counted in its own transaction before the comparison, so that two
 * hundred at once are still limited to five. The right code is not used up yet: see `spendCode`.
 * @throws Refused `emailCodeWrong` with the tries left, for a wrong and for an expired one alike,
 *   or `emailCodeSpent` when there is none to guess at; both with `{field}`.
 */
export async function proveCode(context: CodeContext, given: GivenCode): Promise<void> {
  const name = nameOf(context, given)
  const { field } = given
  const guessed = await inTransaction(context.database, tx => store.countGuess(tx, name))
  if (!guessed) return refuse('emailCodeSpent', {}, { field })
  if (isCode(context, guessed, given.code) && guessed.valid)
    return store.returnGuess(context.database, guessed.id)
  const left = codeTerms.tries - guessed.tries
  if (left > 0) refuse('emailCodeWrong', { left }, { field })
  refuse('emailCodeSpent', {}, { field })
}

/**
 * Uses up a proven code in the transaction of the act that it allows: of two acts by one code, only
 * one succeeds.
 * @throws Refused `emailCodeSpent` when it was used or replaced meanwhile.
 */
export async function spendCode(context: CodeContext, tx: Tx, given: GivenCode): Promise<void> {
  const open = await store.lockOpen(tx, nameOf(context, given))
  if (!open || !isCode(context, open, given.code))
    return refuse('emailCodeSpent', {}, { field: given.field })
  await store.closeCode(tx, open.id)
}

const drawCode = (): string =>
  String(randomInt(10 ** codeTerms.length)).padStart(codeTerms.length, '0')

function nameOf(context: CodeContext, { account, purpose, address }: CodeBinding): store.CodeName {
  return {
    account: createHash('sha256')
      .update(
        'memberId' in account ? `member ${account.memberId}` : `typed ${account.typedAccountId}`,
      )
      .digest(),
    purpose,
    // Most mail servers do not distinguish capitals from small letters, so limits do not either.
    addresses: context.sealing.indexes(address.toLowerCase(), 'e-mail address'),
  }
}

const hashOf = (pepper: Buffer, id: string, code: string): Buffer =>
  createHmac('sha256', pepper).update(`code ${id} ${code}`).digest()

const isCode = (
  context: CodeContext,
  row: { id: string; codeHash: Buffer },
  code: string,
): boolean =>
  context.pepper.accepted.some(({ key }) =>
    timingSafeEqual(row.codeHash, hashOf(key, row.id, code)),
  )
