import {
  type CallAnswer,
  type Callable,
  type CallInput,
  Client,
  newIdempotencyKey,
} from '@banyan/client'
import { operatorSignIn } from '@banyan/domain'

/** An operator who is signed in. */
export interface OperatorClient {
  ask: Client['ask']
  /** A call that changes something, with a key of its own. */
  act<E extends Callable>(endpoint: E, input: CallInput<E>): Promise<CallAnswer<E>>
}

/** Signs an operator in at the product's address. */
export async function signInOperator(
  base: string,
  { name, password }: { name: string; password: string },
  fetch?: typeof globalThis.fetch,
): Promise<OperatorClient> {
  const context = { base, locale: () => 'en', ...(fetch && { fetch }) }
  const body = { name, password }
  const { token } = await new Client(context).ask(operatorSignIn, { body }, { catch: true })
  const client = new Client({ ...context, token: () => token })
  return {
    ask: client.ask.bind(client) as Client['ask'],
    act: (endpoint, input) =>
      client.ask(
        endpoint,
        ...([input, { idempotencyKey: newIdempotencyKey(), catch: true }] as never),
      ) as Promise<never>,
  }
}
