import { createInterface } from 'node:readline'
import { connectPool } from '../../platform/database/connect.ts'
import { houseAccount, memberAccount, openLane, rideOf, type TransferOrder } from '../index.ts'
import { taking } from './shelf.fixture.ts'

/**
 * A server that does nothing but move money on the lane, to be killed at any moment. It says every
 * reference before it asks ("?") and after the answer ("!"); references that come in on its input
 * are asked again first, as a client does whose answer was lost. Some hundred moves alone and some
 * hundred with a room's row take turns, so that both ways through the lane are met.
 */
const [url, run, owner] = process.argv.slice(2) as [string, string, string]
const CALLERS = 24
const pool = connectPool(url, { max: 2 })
const lane = openLane(pool, { companions: [taking] })
let answered = 0

const order = (reference: string): TransferOrder => ({
  from: houseAccount('USDT', 'EXT'),
  to: memberAccount(owner, 'USDT'),
  amount: 1n,
  kind: 'recharge',
  reference,
})

async function ask(reference: string): Promise<void> {
  process.stdout.write(`? ${reference}\n`)
  const row = { reference, shelf: 'shelf', count: 1 }
  const rides = reference.endsWith('/row') ? [rideOf(taking, row)] : []
  const answer = await lane.post([order(reference)], rides)
  answered++
  if (answer.outcome === 'refused') throw answer.refused
  process.stdout.write(`! ${reference}\n`)
}

async function caller(number: number): Promise<never> {
  for (let turn = 0; ; turn++)
    await ask(`${run}/${number}/${turn}${(answered >> 8) % 2 ? '/row' : ''}`)
}

for await (const reference of createInterface(process.stdin)) {
  if (reference === 'go') break
  await ask(reference)
}
await Promise.all(Array.from({ length: CALLERS }, (_, number) => caller(number)))
