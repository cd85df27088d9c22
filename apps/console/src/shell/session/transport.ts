import { Client, dataOf } from '@banyan/client'
import { operatorMe, operatorSetUp, operatorSignIn, operatorSignOut } from '@banyan/domain'
import { language } from '../texts/texts.ts'

/*
 * How calls prove who makes them: the only file that knows it. Today that is a bearer token of the
 * sign-in call, kept for this tab. The rest of the console asks for "the signed-in operator".
 */

/** Name in session storage: it ends with the tab. */
const tokenKey = 'console.token'
/** Name in local storage: a device that an operator has signed in on is known by it. */
const deviceKey = 'console.device'

const keptToken = (): string | null => sessionStorage.getItem(tokenKey)

/** 32 random bytes in hex. */
const newDeviceCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Names this device, from its first sign-in on. */
function deviceCode(): string {
  const kept = localStorage.getItem(deviceKey)
  if (kept) return kept
  const code = newDeviceCode()
  localStorage.setItem(deviceKey, code)
  return code
}

export interface TransportEffects {
  toast: (text: string) => void
  /** The server no longer knows the session. */
  ended: () => void
}

/** The client of all calls. */
export const openClient = ({ toast, ended }: TransportEffects): Client =>
  new Client({ token: keptToken, locale: language, toast, relaunch: ended })

/** True when there may be a session: the server decides. */
export const mayBeSignedIn = (): boolean => keptToken() !== null

/** Forgets the session on this device. */
export const forgetSession = (): void => sessionStorage.removeItem(tokenKey)

export type Me = Awaited<ReturnType<typeof whoAmI>>

/**
 * The operator of the present session.
 * @throws Refused, Silent, TransportError.
 */
export const whoAmI = async (client: Client) => client.ask(operatorMe)

/**
 * Opens a session.
 * @throws Refused with the server's sentence, TransportError.
 */
export async function openSession(
  client: Client,
  { name, password }: { name: string; password: string },
): Promise<Me> {
  const body = { name, password, deviceCode: deviceCode() }
  const answer = dataOf(await client.outcome(operatorSignIn, { body }, { toast: false }))
  sessionStorage.setItem(tokenKey, answer.token)
  return { ...answer.operator, warnings: answer.warnings }
}

/** Ends the session at the server, as far as it can be reached, and here. */
export async function endSession(client: Client): Promise<void> {
  try {
    await client.outcome(operatorSignOut, {}, { toast: false })
  } finally {
    forgetSession()
  }
}

/**
 * Chooses the password of a new account with its one-time secret.
 * @throws Refused with the server's sentence, TransportError.
 */
export async function setUpAccount(
  client: Client,
  account: { name: string; secret: string; password: string },
): Promise<void> {
  const body = { ...account, deviceCode: deviceCode() }
  dataOf(await client.outcome(operatorSetUp, { body }, { toast: false }))
}
