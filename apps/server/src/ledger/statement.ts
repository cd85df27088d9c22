import { type Asset, assets, type TransferKind } from '@banyan/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { accountId } from './accounts.ts'
import { splitReference, splitTransferId } from './book.ts'
import {
  type AccountName,
  type LineFilter,
  type MemberAccountKind,
  memberAccountKinds,
  type StatementLine,
} from './ledger.ts'

/** An account's place in a statement: its lines below this version are still to come. */
interface Place {
  asset: Asset
  kind: MemberAccountKind
  below: number
}

/** A line with its order keys: an account's own lines by version, different accounts by time. */
interface PlacedLine extends StatementLine {
  version: number
}

/** A member's possible accounts, in the order that a cursor counts them. */
const slots = assets.flatMap(asset => memberAccountKinds.map(kind => ({ asset, kind })))

const BEGINNING = Number.MAX_SAFE_INTEGER

/**
 * An owner's lines over all accounts, newest first. The cursor holds the version up to which each
 * account has been read: whatever the clock does, each line is listed exactly once.
 * @throws RangeError for a cursor that is not of this list; callers check `isStatementCursor`
 * first.
 */
export async function statementOf(
  database: Database,
  owner: string,
  page: LineFilter & {
    asset?: Asset | undefined
    cursor?: string | undefined
    limit: number
  },
): Promise<{ lines: StatementLine[]; nextCursor: string | null }> {
  const places = page.cursor === undefined ? fromTheTop() : readCursor(page.cursor)
  if (!places) throw new RangeError('not a cursor of a statement')
  const wanted = places.filter(({ asset }) => page.asset === undefined || asset === page.asset)
  const streams = await linesOf(database, owner, wanted, page, page.limit + 1)
  const merged = mergeNewestFirst(streams, page.limit + 1)
  const shown = merged.slice(0, page.limit)
  return {
    lines: shown.map(({ version, ...line }) => line),
    nextCursor: merged.length > page.limit ? writeCursor(advance(wanted, streams, shown)) : null,
  }
}

/** Whether a text is a cursor that a statement gave out. */
export const isStatementCursor = (text: string): boolean => readCursor(text) !== null

/** The newest lines of each account below its place, one list for each account. */
async function linesOf(
  database: Database,
  owner: string,
  places: readonly Place[],
  filter: LineFilter,
  limit: number,
): Promise<PlacedLine[][]> {
  const accounts = places.map(place => ({ ...place, owner, id: accountId({ ...place, owner }) }))
  const lines = await linesBelow(database, accounts, limit, filter)
  return accounts.map(({ kind, id }) =>
    lines
      .filter(({ accountId: account }) => account === id)
      .map(({ accountId: _, ...line }) => ({ ...line, account: kind })),
  )
}

type LineRow = Omit<PlacedLine, 'account'> & { accountId: string }

/** An account whose lines below a version are wanted. */
type AccountBelow = AccountName & { id: string; below: number }

/**
 * Settlements that one account may be in at the same time: its lines of these may be in either
 * order.
 */
const SIDE_BY_SIDE = 2

/**
 * The newest lines of accounts. A split whose line an account lacks is shown all the same: the line
 * is computed from the account as it will be written, with the id that it will have.
 */
async function linesBelow(
  database: Database,
  accounts: readonly AccountBelow[],
  limit: number,
  filter: LineFilter,
): Promise<LineRow[]> {
  const splitsWanted = filter.kinds?.includes('split') ?? true
  const { rows } = await sql<LineRow & { splitEpoch: number | null }>`
    select place.account_id, line.version, line.transfer_id, line.posted_at as at, line.asset,
      line.kind, line.amount, line.balance_after, line.reference, line.split_epoch
    from unnest(
      ${accounts.map(account => account.id)}::uuid[],
      ${accounts.map(account => account.below)}::bigint[],
      ${accounts.map(account => account.owner)}::uuid[],
      ${accounts.map(settledAsset)}::text[]) as place (account_id, below, owner, settled_asset)
    cross join lateral (
      (select account.version + split.place as version, null::uuid as transfer_id,
        split.began_at as posted_at, account.asset, 'split' as kind,
        account.posted * div(split.total, split.multiple) * (split.multiple - 1) as amount,
        account.posted * split.total as balance_after, '' as reference, split.epoch as split_epoch
      from ledger_account account
      cross join lateral (
        select epoch, multiple, began_at, row_number() over splits as place,
          ledger_product(multiple) over splits as total
        from ledger_epoch where asset = account.asset and epoch > account.epoch
        window splits as (order by epoch)) split
      where account.id = place.account_id and account.posted > 0
        and account.version + split.place < place.below
        and ${splitsWanted} and ${within(filter, sql`split.began_at`)})
      union all
      (select debit_version, id, posted_at, asset, kind, -amount, debit_after, reference, null
      from ledger_transfer
      where debit_account = place.account_id and debit_version < place.below
        and ${within(filter, sql`posted_at`)} and ${ofKinds(filter)}
      order by debit_version desc limit ${limit})
      union all
      (select credit_version, id, posted_at, asset, kind, amount, credit_after, reference, null
      from ledger_transfer
      where credit_account = place.account_id and credit_version < place.below
        and ${within(filter, sql`posted_at`)} and ${ofKinds(filter)}
      order by credit_version desc limit ${limit})
      union all
      (select block.versions[found.place], ledger_counted_id(block.first_id, found.place - 1), block.posted_at,
        block.asset, block.kind, block.amounts[found.place], block.balances[found.place],
        block.settlement || '/' || place.owner, null
      from ledger_settlement settled
      cross join lateral (
        select * from ledger_transfer_block
        where kind = settled.kind and settlement = settled.settlement and first <= place.owner
        order by first desc limit 1) block
      cross join lateral (select array_position(block.accounts, place.account_id) as place) found
      where settled.asset = place.settled_asset and block.versions[found.place] < place.below
        and ${within(filter, sql`block.posted_at`)} and ${ofKinds(filter, sql`settled.kind`)}
      order by settled.began_at desc limit ${limit + SIDE_BY_SIDE - 1})
      order by version desc limit ${limit}) line
    order by line.version desc`.execute(database)
  return rows.map(({ splitEpoch, ...line }) =>
    splitEpoch === null
      ? line
      : {
          ...line,
          transferId: splitTransferId(splitEpoch, line.accountId),
          reference: splitReference(splitEpoch, line.accountId),
        },
  )
}

/**
 * Reads the time of a line only when a filter needs it: without one an account is read by its key
 * alone.
 */
function within({ from, to }: LineFilter, at: RawBuilder<unknown>): RawBuilder<boolean> {
  const since = from ? sql`${at} >= ${from}` : sql`true`
  const before = to ? sql`${at} < ${to}` : sql`true`
  return sql<boolean>`${since} and ${before}`
}

/** The same for its kind. */
const ofKinds = ({ kinds }: LineFilter, kind = sql`kind`): RawBuilder<boolean> =>
  kinds ? sql<boolean>`${kind} = any(${[...kinds]}::text[])` : sql<boolean>`true`

/** What settlements may have given to an account: only members' available accounts. */
const settledAsset = ({ asset, kind }: AccountName): Asset | null =>
  kind === 'available' ? asset : null

/**
 * Takes the latest of the accounts' next lines repeatedly; lines of one account keep their order.
 */
function mergeNewestFirst<
  Line extends { at: Date; transferId: string; amount: bigint; kind: TransferKind },
>(streams: readonly (readonly Line[])[], limit: number): Line[] {
  const next = streams.map(() => 0)
  const merged: Line[] = []
  while (merged.length < limit) {
    let latest: { stream: number; line: Line } | undefined
    for (const [stream, lines] of streams.entries()) {
      const line = lines[next[stream] ?? 0]
      if (line && (!latest || isLater(line, latest.line))) latest = { stream, line }
    }
    if (!latest) break
    next[latest.stream] = (next[latest.stream] ?? 0) + 1
    merged.push(latest.line)
  }
  return merged
}

/**
 * Lines of one instant are of one group: its ids increase in its order, and the credit of a
 * transfer follows its debit.
 */
function isLater(
  a: { at: Date; transferId: string; amount: bigint },
  b: { at: Date; transferId: string; amount: bigint },
): boolean {
  if (a.at.getTime() !== b.at.getTime()) return a.at > b.at
  if (a.transferId !== b.transferId) return a.transferId > b.transferId
  return a.amount > b.amount
}

const fromTheTop = (): Place[] => slots.map(slot => ({ ...slot, below: BEGINNING }))

/**
 * The places after the shown lines. An account that was not reached keeps its current version, so
 * that lines which arrive later belong to a later reading. An asset that was not asked for is left
 * out.
 */
function advance(
  wanted: readonly Place[],
  streams: readonly (readonly PlacedLine[])[],
  shown: readonly PlacedLine[],
): Place[] {
  const reached = wanted.map((place, stream) => {
    const lines = streams[stream] ?? []
    const last = lines.findLast(line => shown.includes(line))
    return { ...place, below: last?.version ?? (lines[0]?.version ?? 0) + 1 }
  })
  return slots.map(
    slot =>
      reached.find(({ asset, kind }) => asset === slot.asset && kind === slot.kind) ?? {
        ...slot,
        below: BEGINNING,
      },
  )
}

const writeCursor = (places: readonly Place[]): string =>
  Buffer.from(places.map(({ below }) => (below === BEGINNING ? '-' : below)).join('.')).toString(
    'base64url',
  )

function readCursor(text: string): Place[] | null {
  const parts = Buffer.from(text, 'base64url').toString('latin1').split('.')
  if (parts.length !== slots.length) return null
  if (!parts.every(part => /^(-|[1-9]\d{0,14})$/.test(part))) return null
  return slots.map((slot, place) => ({
    ...slot,
    below: parts[place] === '-' ? BEGINNING : Number(parts[place]),
  }))
}
