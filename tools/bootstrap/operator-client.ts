import {
  type CallAnswer,
  type Callable,
  type CallInput,
  Client,
  newIdempotencyKey,
} from '@banyan/client'
import { type OperatorFactor, operatorSignIn, proveTotp } from '@banyan/domain'
import { ask } from './ask.ts'
import { StartRefused } from './refusal.ts'

/** An operator who is signed in. */
export interface OperatorClient {
  ask: Client['ask']
  /** A call that changes something, with a key of its own. */
  act<E extends Callable>(endpoint: E, input: CallInput<E>): Promise<CallAnswer<E>>
}

/**
 * Signs an operator in at the address of the operators' calls. Where the account has an
 * authenticator, its code is asked for.
 */
export async function signInOperator(
  base: string,
  { name, password }: { name: string; password: string },
  fetch?: typeof globalThis.fetch,
): Promise<OperatorClient> {
  const context = { base, locale: () => 'en', ...(fetch && { fetch }) }
  const body = { name, password }
  const { token, factors } = await new Client(context).ask(
    operatorSignIn,
    { body },
    { catch: true },
  )
  const client = new Client({ ...context, token: () => token })
  if (factors.length > 0) await proveFactor(client, factors)
  return {
    ask: client.ask.bind(client) as Client['ask'],
    act: (endpoint, input) =>
      client.ask(
        endpoint,
        ...([input, { idempotencyKey: newIdempotencyKey(), catch: true }] as never),
      ) as Promise<never>,
  }
}

/** Proves the second factor of an account; a terminal cannot use a passkey. */
async function proveFactor(client: Client, factors: readonly OperatorFactor[]): Promise<void> {
  if (!factors.includes('totp'))
    throw new StartRefused(
      'This account has a passkey alone, which only a browser can use: do it in the console, or add an authenticator there.',
    )
  const code = process.env.OPERATOR_CODE ?? (await ask('Code of your authenticator: '))
  await client.ask(proveTotp, { body: { code } }, { catch: true })
}
