import {
  accountClosing,
  askClosing,
  CLOSING_REST_DAYS,
  type ClosingHindrance,
  type ClosingView,
  closingHindrances,
  formatAmount,
  ONE,
  undoClosing,
} from '@banyan/domain'
import { type Ledger, memberAccount } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Job } from '../platform/module.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import * as store from './closing-store.ts'

type Reader = Database | Tx

/** What closing an account needs of other modules. */
export interface ClosingDeps {
  ledger: Pick<Ledger, 'balances' | 'lock'>
  parameters(reader: Reader): Promise<{ withdrawalMinimumUsdt: bigint }>
  email(reader: Reader, memberId: string): Promise<object | null>
  accountIdOf(reader: Reader, memberId: string): Promise<string>
  notify(
    tx: Tx,
    memberId: string,
    notice: 'closingAsked' | 'accountClosed',
    facts: { accountId: string; until?: Date },
  ): Promise<void>
  spendEmailCode(tx: Tx, memberId: string, code: string | undefined): Promise<void>
  /** The member's own row: locked, and closed for good. */
  member: {
    lock(tx: Tx, memberId: string): Promise<{ closing: boolean }>
    begin(tx: Tx, memberId: string): Promise<void>
    undo(tx: Tx, memberId: string): Promise<void>
    close(tx: Tx, memberId: string): Promise<void>
  }
  /** Each destroys its module's data of the member, in the transaction that closes the account. */
  forget: readonly ((tx: Tx, memberId: string) => Promise<void>)[]
  /** Each empties some of the member's texts; `left`: some are still needed. */
  emptyWords: readonly ((tx: Tx, memberId: string) => Promise<{ emptied: number; left: boolean }>)[]
  /** Deletes the member's pictures that nothing needs; returns how many are left. */
  deletePictures(memberId: string): Promise<number>
}

/** Less coin than this is a remainder: no order and no exchange takes so little. */
const COIN_REMAINDER = ONE
const CLOSE_MS = 5_000
const ERASE_MS = 60_000

/**
 * Closing an account: requested, undone during the waiting period, carried out, and its texts
 * destroyed.
 */
export function openClosing(
  database: Database,
  context: ClosingDeps,
): { routes: Route[]; jobs: Job[] } {
  return {
    routes: closingRoutes(database, context),
    jobs: [
      {
        name: 'closings',
        runsIn: 'worker',
        everyMs: CLOSE_MS,
        run: async () => {
          for (const memberId of await store.dueMembers(database))
            await inTransaction(database, tx => carryOut(tx, context, memberId))
        },
      },
      {
        name: 'words of closed accounts',
        runsIn: 'worker',
        everyMs: ERASE_MS,
        run: async () => {
          for (const memberId of await store.closedMembers(database))
            await eraseTexts(database, context, memberId)
        },
      },
    ],
  }
}

function closingRoutes(database: Database, context: ClosingDeps): Route[] {
  const view = (memberId: string) => viewOf(database, context, memberId)
  return [
    route(accountClosing, ({ caller }) => view(caller.memberId)),

    route(askClosing, async ({ body, caller: { memberId } }) => {
      await inTransaction(database, async tx => {
        // Calls that move money lock this row in shared mode: a running one ends before anything is
        // counted.
        if ((await context.member.lock(tx, memberId)).closing) refuse('accountClosing')
        await context.spendEmailCode(tx, memberId, body.emailCode)
        const { hindrances, remainder } = await hindrancesOf(tx, context, memberId)
        if (hindrances.length > 0) refuse('closingHindered')
        if (remainder && !body.giveUpRemainder) refuse('closingRemainder')
        const gaveUpRemainder = remainder !== null
        const until = await store.beginWait(tx, {
          memberId,
          days: CLOSING_REST_DAYS,
          gaveUpRemainder,
        })
        await context.member.begin(tx, memberId)
        const accountId = await context.accountIdOf(tx, memberId)
        await context.notify(tx, memberId, 'closingAsked', { accountId, until })
        await announceClosing(tx, memberId)
      })
      return view(memberId)
    }),

    route(undoClosing, async ({ caller: { memberId } }) => {
      await inTransaction(database, async tx => {
        if (!(await context.member.lock(tx, memberId)).closing) refuse('notFound')
        await context.member.undo(tx, memberId)
        await store.endWait(tx, memberId, 'undone')
        await announceClosing(tx, memberId)
      })
      return view(memberId)
    }),
  ]
}

const announceClosing = (tx: Tx, memberId: string): Promise<void> =>
  announce(tx, [{ memberId, topic: 'personalData', subject: null }])

interface ClosingState {
  hindrances: { kind: ClosingHindrance; count: number; until: Date | null }[]
  remainder: { usdt: bigint; coin: bigint } | null
}

/** The matters that prevent a closing, and the remainder that is too small to be taken out. */
async function hindrancesOf(
  reader: Reader,
  { ledger, parameters }: ClosingDeps,
  memberId: string,
): Promise<ClosingState> {
  const [balances, { withdrawalMinimumUsdt }, open] = [
    await ledger.balances(reader, memberId),
    await parameters(reader),
    await store.openThings(reader, memberId),
  ]
  const left = { USDT: 0n, LEAF: 0n }
  const bound = { USDT: 0n, LEAF: 0n }
  for (const { asset, kind, posted, held } of balances) {
    left[asset] += posted
    bound[asset] += kind === 'available' ? held : posted
  }
  const hinders = (asset: 'USDT' | 'LEAF', enough: bigint) =>
    bound[asset] > 0n || left[asset] >= enough
  const balancesLeft = [
    ...(hinders('USDT', withdrawalMinimumUsdt) ? [{ kind: 'usdt' as const }] : []),
    ...(hinders('LEAF', COIN_REMAINDER) ? [{ kind: 'coin' as const }] : []),
  ].map(one => ({ ...one, count: 1, until: null }))
  const hindrances = [...balancesLeft, ...open].toSorted(
    (a, b) => closingHindrances.indexOf(a.kind) - closingHindrances.indexOf(b.kind),
  )
  const isEmpty = left.USDT === 0n && left.LEAF === 0n
  return { hindrances, remainder: isEmpty ? null : { usdt: left.USDT, coin: left.LEAF } }
}

async function viewOf(
  database: Database,
  context: ClosingDeps,
  memberId: string,
): Promise<ClosingView> {
  const row = await store.findClosing(database, memberId)
  const { hindrances, remainder } = await hindrancesOf(database, context, memberId)
  const state = row?.state === 'resting' || row?.state === 'stopped' ? row.state : 'open'
  return {
    state,
    dueAt: row && state === 'resting' ? row.dueAt.toISOString() : null,
    hindrances: hindrances.map(one => ({ ...one, until: one.until?.toISOString() ?? null })),
    remainder: remainder && {
      usdt: formatAmount(remainder.usdt),
      coin: formatAmount(remainder.coin),
    },
    emailCodeNeeded: (await context.email(database, memberId)) !== null,
  }
}

/**
 * Closes an account whose waiting period is over, unless a new matter has to end first. Locks the
 * member's balances: a recharge is either booked before and stops the closing, or booked after on a
 * closed account.
 */
async function carryOut(tx: Tx, context: ClosingDeps, memberId: string): Promise<void> {
  await context.member.lock(tx, memberId)
  const row = await store.findClosing(tx, memberId)
  // Undone meanwhile, or carried out by another worker.
  if (row?.state !== 'resting') return
  await context.ledger.lock(tx, [memberAccount(memberId, 'USDT'), memberAccount(memberId, 'LEAF')])
  const { hindrances, remainder } = await hindrancesOf(tx, context, memberId)
  // An export ends by itself, made or failed. The closing waits: the member takes the data along.
  if (hindrances.some(one => one.kind === 'export')) return
  if (hindrances.length > 0 || (remainder && !row.gaveUpRemainder)) {
    await context.member.undo(tx, memberId)
    await store.endWait(tx, memberId, 'stopped')
    await announceClosing(tx, memberId)
    return
  }
  const accountId = await context.accountIdOf(tx, memberId)
  await context.notify(tx, memberId, 'accountClosed', { accountId })
  await store.endWait(tx, memberId, 'closed')
  await context.member.close(tx, memberId)
  await store.dropExports(tx, memberId)
  for (const forget of context.forget) await forget(tx, memberId)
}

/**
 * Destroys texts that are no longer needed, some rows in each transaction, and marks the closing
 * after the last one.
 */
async function eraseTexts(
  database: Database,
  context: ClosingDeps,
  memberId: string,
): Promise<void> {
  let isNeeded = false
  for (const empty of context.emptyWords) {
    const some = () => inTransaction(database, tx => empty(tx, memberId))
    let answer = await some()
    while (answer.emptied > 0) answer = await some()
    isNeeded ||= answer.left
  }
  const pictures = await context.deletePictures(memberId)
  if (pictures === 0 && !isNeeded)
    await inTransaction(database, tx => store.markErased(tx, memberId))
}
