import { type CallOptions, Client, dataOf, type Refused } from '@banyan/client'
import {
  type AnswerOf,
  consoleState,
  lockConsole,
  openConsole,
  operatorProofCodes,
  operatorSetUp,
  operatorSignOut,
  unlockConsole,
} from '@banyan/domain'
import { language } from '../texts/texts.ts'

/*
 * How calls prove who makes them: the only file that knows it. The session is in a cookie that no
 * page can read; the header shows the server that this origin's own page calls.
 */

/** Name in local storage: a device that an operator has signed in on is known by it. */
const deviceKey = 'console.device'

const quiet: CallOptions = { toast: false }

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

/** Who is signed in, and what the session still needs before it may do anything. */
export interface Me {
  readonly id: AnswerOf<typeof consoleState>['operator']['id']
  readonly name: string
  readonly role: AnswerOf<typeof consoleState>['operator']['role']
  readonly warnings: AnswerOf<typeof consoleState>['warnings']
  /** The second factors of the account. */
  readonly factors: AnswerOf<typeof consoleState>['factors']
  /** True where the account needs a second factor for what moves money. */
  readonly factorNeeded: boolean
}

/** What the server says of the session. */
export interface ConsoleState {
  me: Me
  /** The password is asked for. */
  isLocked: boolean
  /** A second factor is asked for. */
  needsFactor: boolean
}

function stateOf(answer: AnswerOf<typeof consoleState>): ConsoleState {
  const { operator, warnings, factors, factorNeeded, locked, provenAt } = answer
  return {
    me: { ...operator, warnings, factors, factorNeeded },
    isLocked: locked,
    needsFactor: factors.length > 0 && provenAt === null,
  }
}

export interface TransportEffects {
  toast: (text: string) => void
  /** The server no longer knows the session. */
  ended: () => void
  /** The server asks for the password before anything else. */
  locked: () => void
  /** The server asks for a second factor before anything else. */
  factorAsked: () => void
}

/** The client of all calls. */
export function openClient({ toast, ended, locked, factorAsked }: TransportEffects): Client {
  const refused = ({ code }: Refused) => {
    if (code === operatorProofCodes.locked) locked()
    if (code === operatorProofCodes.asked) factorAsked()
  }
  const headers = { 'X-Banyan-Console': '1' }
  // Without a pause: an answer to the session before must not end one that was opened meanwhile.
  return new Client({
    locale: language,
    toast,
    relaunch: ended,
    relaunchDelayMs: 0,
    headers,
    refused,
  })
}

/**
 * The session of this browser.
 * @throws Refused, Silent when there is none, TransportError.
 */
export const readState = async (client: Client): Promise<ConsoleState> =>
  stateOf(await client.ask(consoleState))

/**
 * Opens a session.
 * @throws Refused with the server's sentence, TransportError.
 */
export async function openSession(
  client: Client,
  { name, password }: { name: string; password: string },
): Promise<ConsoleState> {
  const body = { name, password, deviceCode: deviceCode() }
  return stateOf(dataOf(await client.outcome(openConsole, { body }, quiet)))
}

/**
 * Unlocks the session of this browser.
 * @throws Refused with the server's sentence, Silent when the session has ended, TransportError.
 */
export const unlockSession = async (client: Client, password: string): Promise<ConsoleState> =>
  stateOf(dataOf(await client.outcome(unlockConsole, { body: { password } }, quiet)))

/** Locks the session at the server, for every tab. */
export const lockSession = async (client: Client): Promise<void> => {
  await client.outcome(lockConsole, {}, quiet)
}

/** Ends the session at the server. */
export const endSession = async (client: Client): Promise<void> => {
  await client.outcome(operatorSignOut, {}, quiet)
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
  dataOf(await client.outcome(operatorSetUp, { body }, quiet))
}
