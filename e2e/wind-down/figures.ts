import type { DemoSystem } from './system.ts'

/** Token units of a micro-USDT. */
export const TOKEN = 10n ** 12n

/** The smallest withdrawal from a platform that is closed, micro-USDT: the fee and a cent. */
const SMALLEST = 1_010_000n

/** The figures of the books and of the chain at one time. Micro-units; the chain's in token units. */
export interface Figures {
  when: string
  /** Members with coins, or with enough for a withdrawal. */
  members: number
  /** USDT of members, held ones included. */
  owed: bigint
  /** LEAF of members, wherever it is. */
  coins: bigint
  /** The USDT that operations keeps. */
  kept: bigint
  /** All other accounts that are not zero, except the outside. */
  others: string[]
  /** The balance of all custody addresses together. */
  custody: bigint
  /** The amounts that arrived at members' own addresses. */
  arrived: bigint
}

/** Members' receiving addresses, by account. */
export type OwnAddresses = ReadonlyMap<string, string>

export async function figuresOf(
  system: DemoSystem,
  when: string,
  addresses: OwnAddresses,
): Promise<Figures> {
  const accounts = await system.sql<{
    asset: string
    kind: string
    isMember: boolean
    owners: number
    posted: string
  }>(
    `select asset, kind, member.id is not null as "isMember", count(*)::int as owners,
       sum(posted)::text as posted
     from ledger_account left join member on member.id = owner
     where posted <> 0 group by 1, 2, 3 order by 1, 2`,
  )
  const sum = (asset: string) =>
    accounts
      .filter(one => one.isMember && one.asset === asset)
      .reduce((all, one) => all + BigInt(one.posted), 0n)
  const isKept = (one: (typeof accounts)[number]) =>
    !one.isMember && one.kind === 'OPS' && one.asset === 'USDT'
  const [people] = await system.sql<{ count: number }>(
    `select count(distinct owner)::int as count from ledger_account join member on member.id = owner
     where posted >= case asset when 'USDT' then $1 else 1 end`,
    [SMALLEST],
  )
  return {
    when,
    members: people?.count ?? 0,
    owed: sum('USDT'),
    coins: sum('LEAF'),
    kept: BigInt(accounts.find(isKept)?.posted ?? 0),
    others: accounts
      .filter(one => !one.isMember && !isKept(one) && one.kind !== 'EXT')
      .map(one => `${one.asset} ${one.kind}`),
    custody: await sumOf(system, await custodyOf(system)),
    arrived: await sumOf(system, [...addresses.values()]),
  }
}

/** Every address that holds members' or the platform's money. */
async function custodyOf(system: DemoSystem): Promise<string[]> {
  const { items } = await system.read('/api/solvency/custody')
  const recharge = await system.sql<{ address: string }>('select address from deposit_address')
  return [...items, ...recharge].map(one => one.address)
}

async function sumOf({ chain }: DemoSystem, addresses: readonly string[]): Promise<bigint> {
  const held = await Promise.all(addresses.map(chain.heldAt))
  return held.reduce((sum, one) => sum + one, 0n)
}

/** Checks a closed platform; returns what does not hold. */
export function untruths({ when, coins, owed, kept, others, custody }: Figures): string[] {
  const expected = (owed + kept) * TOKEN
  return [
    ...(coins === 0n ? [] : [`${when}: members still have ${text(coins)} LEAF`]),
    ...others.map(name => `${when}: ${name} is not zero`),
    ...(custody === expected
      ? []
      : [`${when}: custody holds ${custody} token units, and ${expected} are owed and kept`]),
  ]
}

/**
 * What should have left and has not: members who still have enough for a withdrawal, and payouts
 * that did not arrive.
 */
export async function unpaid(
  system: DemoSystem,
  addresses: OwnAddresses,
  { arrived }: Figures,
): Promise<string[]> {
  const left = await system.sql<{ nickname: string; posted: string }>(
    `select nickname, posted::text from member join ledger_account on owner = member.id
     where asset = 'USDT' and posted >= $1 and account_id = any($2)`,
    [SMALLEST, [...addresses.keys()]],
  )
  const [paid] = await system.sql<{ sum: string }>(
    `select coalesce(sum(amount - fee), 0)::text as sum from withdrawal
     where state = 'paid' and address = any($1)`,
    [[...addresses.values()]],
  )
  const expected = BigInt(paid?.sum ?? 0) * TOKEN
  return [
    ...left.map(one => `${one.nickname} has left and still has ${text(BigInt(one.posted))} USDT`),
    ...(arrived === expected ? [] : [`${expected} token units were paid and ${arrived} arrived`]),
  ]
}

const text = (micro: bigint): string => {
  const digits = `${micro < 0n ? -micro : micro}`.padStart(7, '0')
  return `${micro < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** One line for each time. */
export function tableOf(all: readonly Figures[]): string {
  const rows = [
    ['', 'Members', 'LEAF', 'Owed', 'OPS', 'Arrived', 'Custody'],
    ...all.map(row => [
      row.when,
      `${row.members}`,
      ...[row.coins, row.owed, row.kept].map(text),
      ...[row.arrived, row.custody].map(units => text(units / TOKEN)),
    ]),
  ]
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map(row => row[i]?.length ?? 0)))
  return rows.map(row => row.map((cell, i) => pad(cell, widths[i] ?? 0, i)).join('  ')).join('\n')
}

const pad = (cell: string, width: number, column: number): string =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width)
