import { formatAmount } from '@banyan/domain'
import { sql } from 'kysely'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type OwnTable, ownTables } from './tables.ts'

type Reader = Database | Tx
/** A row as it is exported: its values are texts, numbers, lists of them, or null. */
export type ExportedRow = Record<string, unknown>

/** What other modules read or decrypt. */
export interface ExportSources {
  ledger: Pick<Ledger, 'balances' | 'statement'>
  nicknames(reader: Reader, memberIds: readonly string[]): Promise<Map<string, string>>
  email(reader: Reader, memberId: string): Promise<{ address: string; boundAt: Date } | null>
  receivingAccount(
    reader: Reader,
    memberId: string,
  ): Promise<{ bsc: string | null; tron: string | null; contact: string | null } | null>
  /** What a member and the service wrote to each other. */
  serviceWords(
    reader: Reader,
    memberId: string,
  ): Promise<Record<'conversations' | 'messages' | 'feedback', readonly object[]>>
  /** The browsers that are sent push messages, and of which kinds. */
  pushDevices(reader: Reader, memberId: string): Promise<readonly object[]>
  /** What operators did to the account. */
  operatorActs(reader: Reader, memberId: string): Promise<readonly object[]>
  /** The names of the videos and documents that a member has sent. */
  fileNames(reader: Reader, memberId: string): Promise<readonly object[]>
  /** The text of a message in the chat of a trade. */
  openChatText(messageId: string, sealed: Buffer): string
}

export interface ExportPart {
  name: string
  rows(database: Database, memberId: string): Promise<ExportedRow[]>
}

/** Everything that is exported, in its order. */
export const partsOf = (sources: ExportSources): readonly ExportPart[] => [
  ...ownTables.map(table => ownPart(table, sources)),
  { name: 'email', rows: (database, memberId) => emailRows(sources, database, memberId) },
  {
    name: 'receiving_account',
    rows: async (database, memberId) => {
      const account = await sources.receivingAccount(database, memberId)
      return account ? [{ ...account }] : []
    },
  },
  {
    name: 'balances',
    rows: async (database, memberId) =>
      (await sources.ledger.balances(database, memberId)).map(one => ({ ...one })),
  },
  { name: 'statement', rows: (database, memberId) => statementRows(sources, database, memberId) },
  { name: 'static_payouts', rows: payoutRows },
  { name: 'trades', rows: (database, memberId) => tradeRows(sources, database, memberId) },
  { name: 'trade_events', rows: tradeEventRows },
  { name: 'cases', rows: caseRows },
  { name: 'case_statements', rows: statementOfCaseRows },
  { name: 'withdrawal_steps', rows: withdrawalStepRows },
  { name: 'chat_messages', rows: (database, memberId) => chatRows(sources, database, memberId) },
  ...(['conversations', 'messages', 'feedback'] as const).map(name => ({
    name: `service_${name}`,
    rows: async (database: Database, memberId: string) => {
      const words = await sources.serviceWords(database, memberId)
      return words[name].map(row => ({ ...row }))
    },
  })),
  {
    name: 'upload_names',
    rows: async (database, memberId) =>
      (await sources.fileNames(database, memberId)).map(row => ({ ...row })),
  },
  {
    name: 'push_devices',
    rows: async (database, memberId) =>
      (await sources.pushDevices(database, memberId)).map(row => ({ ...row })),
  },
  {
    name: 'operator_acts',
    rows: async (database, memberId) =>
      (await sources.operatorActs(database, memberId)).map(row => ({ ...row })),
  },
]

function ownPart(
  { table, by, leave = [], others = [] }: OwnTable,
  sources: ExportSources,
): ExportPart {
  return {
    name: table,
    rows: async (database, memberId) => {
      const { rows } = await sql<ExportedRow>`
        select * from ${sql.table(table)} where ${sql.ref(by)} = ${memberId} order by 1`.execute(
        database,
      )
      const named = others.map(camel)
      const ids = rows.flatMap(row => named.map(name => row[name])).filter(id => id !== null)
      const names = await sources.nicknames(database, [...new Set(ids as string[])])
      const left = new Set(leave.map(camel))
      return rows.map(row =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => !left.has(name))
            .map(([name, value]) =>
              named.includes(name)
                ? [name.replace(/Id$/, 'Nickname'), names.get(value as string) ?? null]
                : [name, value],
            ),
        ),
      )
    },
  }
}

const camel = (name: string): string =>
  name.replace(/_(\w)/g, (_, email: string) => email.toUpperCase())

async function emailRows(sources: ExportSources, database: Database, memberId: string) {
  const email = await sources.email(database, memberId)
  return email ? [{ address: email.address, boundAt: email.boundAt }] : []
}

const LINES_AT_ONCE = 500

async function statementRows({ ledger }: ExportSources, database: Database, memberId: string) {
  const rows: ExportedRow[] = []
  let cursor: string | undefined
  do {
    const page = { limit: LINES_AT_ONCE, ...(cursor === undefined ? {} : { cursor }) }
    const { lines, nextCursor } = await ledger.statement(database, memberId, page)
    rows.push(...lines.map(line => ({ ...line })))
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return rows
}

async function payoutRows(database: Database, memberId: string) {
  const { rows } = await sql<ExportedRow>`
    select static_payout.period, position_id, amount, weight from static_payout
    where position_id in (select id from static_position where member_id = ${memberId})
    order by static_payout.period, position_id`.execute(database)
  return rows
}

/** Trades as the member sees them: the other party by nickname, never by account. */
async function tradeRows({ nicknames }: ExportSources, database: Database, memberId: string) {
  const { rows } = await sql<ExportedRow & { other: string }>`
    select matching_id, case when buyer_id = ${memberId} then 'buy' else 'sell' end as side,
      case when buyer_id = ${memberId} then seller_id else buyer_id end as other, state, reason,
      quantity, price, fee, concession_quantity, deal_amount, payment_amount, refund_quantity,
      refund_amount, network, payment_hash, dealt_at, paid_at, payment_deadline, release_deadline,
      closed_at
    from otc_trade where ${memberId}::uuid in (buyer_id, seller_id) order by dealt_at`.execute(
    database,
  )
  const names = await nicknames(database, [...new Set(rows.map(row => row.other))])
  return rows.map(({ other, ...row }) => ({ ...row, otherParty: names.get(other) ?? null }))
}

async function tradeEventRows(database: Database, memberId: string) {
  const { rows } = await sql<ExportedRow>`
    select trade.matching_id, event.event, event.actor, event.at
    from otc_trade_event event join otc_trade trade on trade.id = event.trade_id
    where ${memberId}::uuid in (trade.buyer_id, trade.seller_id) order by event.at`.execute(
    database,
  )
  return rows
}

async function caseRows(database: Database, memberId: string) {
  const { rows } = await sql<ExportedRow>`
    select dispute.case_number, trade.matching_id, dispute.state, dispute.opened_by,
      dispute.counter_claimed, dispute.opened_at, dispute.closed_at
    from otc_dispute dispute join otc_trade trade on trade.id = dispute.trade_id
    where ${memberId}::uuid in (trade.buyer_id, trade.seller_id) order by dispute.opened_at`.execute(
    database,
  )
  return rows
}

/** Statements of both sides: each party reads the other's. */
async function statementOfCaseRows(database: Database, memberId: string) {
  const { rows } = await sql<ExportedRow>`
    select dispute.case_number, statement.side, statement.kind, statement.reason, statement.said,
      statement.hash, statement.at
    from otc_statement statement
    join otc_dispute dispute on dispute.id = statement.dispute_id
    join otc_trade trade on trade.id = dispute.trade_id
    where ${memberId}::uuid in (trade.buyer_id, trade.seller_id) order by statement.at`.execute(
    database,
  )
  return rows
}

async function withdrawalStepRows(database: Database, memberId: string) {
  const { rows } = await sql<ExportedRow>`
    select withdrawal.order_number, step.state, step.at from withdrawal_step step
    join withdrawal on withdrawal.id = step.withdrawal_id
    where withdrawal.member_id = ${memberId} order by step.at`.execute(database)
  return rows
}

interface SealedMessage {
  id: string
  matchingId: string
  author: string
  own: boolean
  text: Buffer
  at: Date
}

/** What both parties and the staff wrote, as both of them read it: by side, without names. */
async function chatRows({ openChatText }: ExportSources, database: Database, memberId: string) {
  const { rows } = await sql<SealedMessage>`
    select message.id, trade.matching_id, message.author, message.author_id = ${memberId} as own,
      message.text, message.at
    from chat_message message join otc_trade trade on trade.id = message.trade_id
    where ${memberId}::uuid in (trade.buyer_id, trade.seller_id)
    order by message.at, message.place`.execute(database)
  return rows.map(({ id, text, ...row }) => ({ ...row, text: openChatText(id, text) }))
}

/** Columns of whole numbers that are no amounts: they are written as they are. */
const counts = new Set(['tokenUnits', 'unitsPerMicro', 'weight', 'splitMultiple'])

/** A row with amounts as decimal texts and times in UTC; bytes, which are hashes and sealed texts, are left out. */
export const plainRow = (row: ExportedRow): ExportedRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => !Buffer.isBuffer(value))
      .map(([name, value]) => [name, plain(name, value)]),
  )

function plain(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return counts.has(name) ? `${value}` : formatAmount(value, 6)
  return value instanceof Date ? value.toISOString() : value
}
