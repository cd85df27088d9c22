import { type Client, dataOf } from '@banyan/client'
import { addPasskey, askPasskey, beginPasskey, type InputOf, provePasskey } from '@banyan/domain'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The person closed the browser's own dialog, or no passkey of theirs is on this device. */
export class PasskeyCancelled extends Error {}

/** The browser's part is only read when somebody uses a passkey. */
const library = () => import('@simplewebauthn/browser')

/** Passkeys need a browser that has them, and an address that it trusts. */
export const canUsePasskeys = (): boolean =>
  globalThis.isSecureContext && 'PublicKeyCredential' in globalThis

const cancelled = (): never => {
  throw new PasskeyCancelled()
}

/**
 * Proves a passkey of the account in this session.
 * @throws PasskeyCancelled; Refused with the server's sentence, TransportError.
 */
export async function provePasskeyHere(client: Client): Promise<void> {
  const { startAuthentication } = await library()
  const { options } = dataOf(await client.outcome(askPasskey, {}, { toast: false }))
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const signed = await startAuthentication({ optionsJSON }).catch(cancelled)
  const body = { signed } as InputOf<typeof provePasskey>['body']
  dataOf(await client.outcome(provePasskey, { body }, { toast: false }))
}

/**
 * Makes a passkey on this device, or on one that the browser can reach, and adds it to the account.
 * @throws PasskeyCancelled; Refused with the server's sentence, TransportError.
 */
export async function addPasskeyHere(client: Client, label: string): Promise<void> {
  const { startRegistration } = await library()
  const { options } = dataOf(await client.outcome(beginPasskey, {}, { toast: false }))
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const registration = await startRegistration({ optionsJSON }).catch(cancelled)
  const body = { label, made: registration } as InputOf<typeof addPasskey>['body']
  dataOf(await client.outcome(addPasskey, { body }, { toast: false }))
}
