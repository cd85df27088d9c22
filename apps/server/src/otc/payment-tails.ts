import { randomInt } from 'node:crypto'
import { drawTail, type Network } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import type { Sealing } from '../platform/sealing.ts'
import { otcRules } from './terms.ts'

/** A key that is the same for the same address of a network only; trades are looked up by it. */
export const payToKey = (sealing: Sealing, network: Network, address: string): Buffer =>
  sealing.index(keyedText(address, placeOf(network)), placeOf(network))

/** The same under every accepted key, the current one first. */
export const payToKeys = (sealing: Sealing, network: Network, address: string) =>
  sealing.indexes(keyedText(address, placeOf(network)), placeOf(network))

const placeOf = (network: Network): string => `address of payments over ${network}`

/** What of an address is indexed in a place: capitals mean nothing in an address of BSC. */
export const keyedText = (address: string, place: string): string =>
  place === placeOf('BSC') ? address.toLowerCase() : address

/** The tails of one address that no open or recent trade has. */
export interface FreeTails {
  /** Removes and returns one; refuses `paymentAmountsTaken` when none is left. */
  draw(): bigint
}

/** Where payments go: an address of a network. */
export interface PayTo {
  network: Network
  address: string
}

/**
 * Reads which tails these addresses have free, and locks them until the transaction ends: takes of
 * the sellers' other orders wait, and see what was drawn here. A unique index enforces the same.
 */
export async function freeTails(
  tx: Tx,
  sealing: Sealing,
  places: readonly PayTo[],
): Promise<(place: PayTo) => FreeTails> {
  const keysOf = ({ network, address }: PayTo) => payToKeys(sealing, network, address)
  const keys = places.flatMap(keysOf).map(key => key.toString('hex'))
  await sql`
    select pg_advisory_xact_lock(hashtextextended('payments to ' || key, 0)) from (
      select distinct key collate "C" as key from unnest(${keys}::text[]) as key
      order by key) as locked`.execute(tx)
  const { rows } = await sql<{ key: string; tail: number | null }>`
    select encode(pay_to_key, 'hex') as key, payment_tail as tail from otc_trade
    where network = any(${[...new Set(places.map(one => one.network))]}::text[]) and tail_held
      and pay_to_key in (select decode(key, 'hex') from unnest(${keys}::text[]) as key)`.execute(tx)
  const held = new Map<string, bigint[]>()
  for (const { key, tail } of rows) held.set(key, [...(held.get(key) ?? []), BigInt(tail ?? 0)])
  // Two notations of one address are one place.
  const known = new Map<string, FreeTails>()
  return place => {
    const of = keysOf(place).map(key => key.toString('hex'))
    const free =
      known.get(of.join()) ??
      tailsFree(
        place.network,
        of.flatMap(key => held.get(key) ?? []),
      )
    known.set(of.join(), free)
    return free
  }
}

function tailsFree(network: Network, held: readonly bigint[]): FreeTails {
  const taken = new Set(held)
  return {
    draw() {
      const tail = drawTail(taken, randomInt)
      if (tail === null)
        return refuse('paymentAmountsTaken', {
          network,
          hours: otcRules.tailHeldMs / 3_600_000,
        })
      taken.add(tail)
      return tail
    },
  }
}

const BATCH = 500

/** Frees the tails of trades that ended long enough ago. Returns how many were freed. */
export async function freeEndedTails(database: Database): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update otc_trade set tail_held = false where id in (
      select id from otc_trade where tail_held
        and closed_at <= house_now() - ${otcRules.tailHeldMs}::float8 * interval '1 millisecond'
      order by closed_at limit ${BATCH} for update skip locked)
    returning id`.execute(database)
  return rows.length
}
