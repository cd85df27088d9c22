import { createHash, type Hash } from 'node:crypto'
import {
  canonicalPieces,
  comparePay,
  Forecast,
  InputReader,
  readVersionText,
  recountInput,
} from '@banyan/economy'
import type { Computed, FromForecast, ToForecast } from '../forecasts/index.ts'

/**
 * Computes a forecast in a process of its own: it gets the input of the last settlement, recorded
 * acts and two versions of the rules by messages, and has no access to a database or to settings. It
 * computes one forecast and ends with the process that started it.
 */
const reader = new InputReader()
const decoder = new TextDecoder()
const hash = createHash('sha256')
let given: Extract<ToForecast, { kind: 'begin' }> | null = null

const send = (message: FromForecast): void => {
  process.send?.(message)
}

process.on('message', (message: ToForecast) => {
  try {
    if (message.kind === 'begin') given = message
    else if (message.kind === 'piece') {
      hash.update(message.bytes)
      reader.add(decoder.decode(message.bytes, { stream: true }))
    } else compute()
  } catch (error) {
    send({ kind: 'faulty', message: error instanceof Error ? error.message : String(error) })
  }
})
process.on('disconnect', () => process.exit())

function compute(): void {
  if (!given) throw new Error('nothing was given to compute')
  const input = reader.end()
  const result = recountInput(input)
  const { hashes, recorded, count } = given
  const isPublished = hexOf(hash) === hashes.input && hashOfResult(result) === hashes.result
  if (!isPublished) {
    send({ kind: 'differs' })
    return
  }
  const rules = (text: string) => readVersionText(text).parameters
  const sides = {
    now: new Forecast({ input, result }, rules(given.before)),
    proposed: new Forecast({ input, result }, rules(given.after)),
  }
  const days: Computed['days'] = []
  let stopped: Computed['stopped'] = null
  for (let i = 0; i < count && stopped === null; i++) {
    const acts = recorded[i % recorded.length]
    if (!acts) throw new Error('no day was recorded')
    const day = i < recorded.length ? acts : againOn(acts, Math.floor(i / recorded.length))
    const now = sides.now.day(day)
    send({ kind: 'progress', done: i * 2 + 1 })
    const proposed = sides.proposed.day(day)
    send({ kind: 'progress', done: i * 2 + 2 })
    if (now && proposed) days.push({ now, proposed })
    for (const side of ['now', 'proposed'] as const) {
      const reason = sides[side].stop
      if (reason !== null) stopped ??= { side, reason }
    }
  }
  const members = comparePay(sides.now.paid, sides.proposed.paid)
  send({ kind: 'done', computed: { days, stopped, members } })
}

/** The same acts on a later day: orders and trades are others than those of the first time. */
function againOn<
  Acts extends { orders: readonly { id: string }[]; fees: readonly { tradeId: string }[] },
>(acts: Acts, round: number): Acts {
  return {
    ...acts,
    orders: acts.orders.map(order => ({ ...order, id: `${order.id} ${round}` })),
    fees: acts.fees.map(fee => ({ ...fee, tradeId: `${fee.tradeId} ${round}` })),
  }
}

const hexOf = (of: Hash): string => of.digest('hex')

function hashOfResult(result: object): string {
  const of = createHash('sha256')
  for (const piece of canonicalPieces(result)) of.update(piece)
  return hexOf(of)
}
