import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '@banyan/server/database/connect'
import { inTransaction } from '@banyan/server/database/transaction'
import { once } from '@banyan/server/idempotency'
import { ringOf } from '@banyan/server/key-ring'
import { houseAccount, memberAccount, openLedger, type TransferOrder } from '@banyan/server/ledger'
import { openSealing } from '@banyan/server/sealing'
import pg from 'pg'
import type { BenchDatabase } from './database.ts'
import { commitTable } from './flush.ts'

/** Moves money durably between two accounts of a numbered list. */
export interface Contender {
  name: string
  move(from: number, to: number): Promise<void>
  /** For a contender on another machine, whose processor time cannot be read. */
  elsewhere?: true
  close(): Promise<void>
}

let transfers = 0

const orderOf = (owners: readonly string[], from: number, to: number): TransferOrder => ({
  from: memberAccount(owners[from] as string, 'USDT'),
  // Number 0 is the popular one: a house account, such as fees or a pool.
  to: to === 0 ? houseAccount('USDT', 'OPS') : memberAccount(owners[to] as string, 'USDT'),
  amount: 1n,
  kind: 'otc_release',
  reference: `bench/${transfers++}`,
})

/** One transaction for each transfer: an act that is nothing else. */
function posting(database: Database, owners: readonly string[]): Contender {
  const ledger = openLedger()
  return {
    name: 'ledger',
    move: async (from, to) => {
      const order = orderOf(owners, from, to)
      await inTransaction(database, tx => ledger.post(tx, [order]))
    },
    close: async () => {},
  }
}

/** The same as the act of a call with a key: key and answer are stored in its transaction. */
function call(database: Database, owners: readonly string[]): Contender {
  const ledger = openLedger()
  const sealing = openSealing(ringOf(randomBytes(32)))
  const fingerprint = randomBytes(32)
  return {
    name: 'ledger, in a call',
    move: async (from, to) => {
      const order = orderOf(owners, from, to)
      const memberId = owners[from] as string
      const act = { memberId, operation: 'bench', key: randomUUID(), fingerprint }
      await once(database, sealing, act, tx => ledger.post(tx, [order]))
    },
    close: async () => {},
  }
}

/** The workload of TPC-B, written here: three balances and a history row, without any check. */
const bankTables = `
  create table bench_account (id integer primary key, balance bigint not null default 0) with (fillfactor = 70);
  create table bench_teller (id integer primary key, balance bigint not null default 0) with (fillfactor = 10);
  create table bench_branch (id integer primary key, balance bigint not null default 0) with (fillfactor = 10);
  create table bench_history (account integer, teller integer, branch integer, delta bigint, at timestamptz);
  create function bench_bank(of_account integer, of_teller integer, of_branch integer, delta bigint)
    returns bigint language plpgsql as $$
    declare after bigint;
    begin
      update bench_account set balance = balance + delta where id = of_account returning balance into after;
      update bench_teller set balance = balance + delta where id = of_teller;
      update bench_branch set balance = balance + delta where id = of_branch;
      insert into bench_history values (of_account, of_teller, of_branch, delta, now());
      return after;
    end $$;
  insert into bench_teller select generate_series(0, 99);
  insert into bench_branch select generate_series(0, 9);
  grant select, insert, update on bench_account, bench_teller, bench_branch, bench_history to banyan_app`

function bank(pool: pg.Pool): Contender {
  return {
    name: 'TPC-B shape',
    move: async (from, to) => {
      const values = [from, to === 0 ? 0 : to % 100, to === 0 ? 0 : to % 10, 1]
      const text = 'select bench_bank($1, $2, $3, $4)'
      await pool.query({ name: 'bench_bank', text, values })
    },
    close: async () => {},
  }
}

/** Members with money, and the three who move it on one server. */
export interface LedgerContenders {
  owners: readonly string[]
  posting: Contender
  call: Contender
  bank: Contender
}

/** Opens accounts for so many members of the ledger and of the bank. */
export async function ledgerContenders(
  { database, pool, owner }: BenchDatabase,
  accounts: number,
): Promise<LedgerContenders> {
  const owners = Array.from({ length: accounts }, () => randomUUID())
  await owner.query(bankTables)
  await owner.query(commitTable)
  await owner.query('insert into bench_account select generate_series(0, $1::int - 1)', [accounts])
  const ledger = openLedger()
  for (let start = 0; start < owners.length; start += 5_000) {
    const group = owners.slice(start, start + 5_000).map(one => ({
      from: houseAccount('USDT', 'EXT'),
      to: memberAccount(one, 'USDT'),
      amount: 1_000_000_000n,
      kind: 'recharge' as const,
      reference: one,
    }))
    await inTransaction(database, tx => ledger.post(tx, group))
  }
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
  return {
    owners,
    posting: posting(database, owners),
    call: call(database, owners),
    bank: bank(pool),
  }
}

/** pgledger, in a database into which its SQL was loaded beforehand. */
export async function peer(url: string, accounts: number, connections: number): Promise<Contender> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const { rows } = await pool.query<{ id: string }>(
    `select id from generate_series(1, $1::int) as n,
      lateral pgledger_create_account('bench ' || n, 'USDT') as account`,
    [accounts],
  )
  const ids = rows.map(row => row.id)
  await pool.query('vacuum analyze')
  return {
    name: 'pgledger',
    move: async (from, to) => {
      const text = 'select id from pgledger_create_transfer($1, $2, $3)'
      await pool.query({ name: 'bench_peer', text, values: [ids[from], ids[to], 1] })
    },
    elsewhere: true,
    close: () => pool.end(),
  }
}
