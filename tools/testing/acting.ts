import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallAnswer,
  type Callable,
  type Client,
  isRefused,
  newIdempotencyKey,
} from '@banyan/client'

/** One act of a member: a call of one key, sent until it had an answer. */
export interface Act {
  key: string
  /** The id of its endpoint. */
  operation: string
  /** The account ID of the member. */
  account: string
  /** By `performance.now()`, milliseconds: first sent, and answered. */
  begunAt: number
  endedAt: number
  /** How often it was sent. */
  tries: number
  /** `unknown`: no answer came for as long as a person waits. */
  outcome: 'done' | 'refused' | 'unknown'
  /** What the answer names: a trade, an order, a subscription. */
  subject?: string
  /** Why it was refused. */
  code?: number
}

/** Who acts, and where it is recorded. */
interface Acting {
  client: Client
  account: { accountId: string; paymentPassword: string }
  acts: Act[]
  /** A person presses the button again so long after a call has failed. */
  pressAgainMs: number
  /** Whether a call that failed is sent once more. */
  again(error: unknown, act: Act): boolean | Promise<boolean>
}

/**
 * Sends a money call with one key until it is answered, and records what became of it; the payment
 * password is added where it is wanted. Returns null when it was refused.
 * @throws the last error when it is not sent again.
 */
export async function actWithKey<E extends Callable & { id: string; paymentPassword: boolean }>(
  { client, account, acts, pressAgainMs, again }: Acting,
  endpoint: E,
  input: { params?: object; body?: object },
): Promise<CallAnswer<E> | null> {
  const { accountId, paymentPassword } = account
  const key = newIdempotencyKey()
  const body = endpoint.paymentPassword ? { ...input.body, paymentPassword } : (input.body ?? {})
  const whole = [{ ...input, body }, { idempotencyKey: key }] as never
  const begunAt = performance.now()
  const act: Act = {
    key,
    operation: endpoint.id,
    account: accountId,
    begunAt,
    endedAt: begunAt,
    tries: 0,
    outcome: 'unknown',
  }
  acts.push(act)
  for (;;) {
    act.tries++
    try {
      const answer = await client.ask(endpoint, ...(whole as never))
      const { id } = answer as { id?: string }
      act.outcome = 'done'
      if (id !== undefined) act.subject = id
      return answer
    } catch (error) {
      if (isRefused(error)) {
        act.outcome = 'refused'
        act.code = error.code
        return null
      }
      if (!(await again(error, act))) throw error
    } finally {
      act.endedAt = performance.now()
    }
    await sleep(pressAgainMs)
  }
}
