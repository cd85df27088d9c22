import { type Endpoint, type OperatorRole, operatorSetUp, operatorSignIn } from '@banyan/domain'
import { addOperator } from '../operators/index.ts'
import { newUuid } from '../platform/ids.ts'
import {
  type Asking,
  CONSOLE_ORIGIN,
  type HttpSystem,
  pathOf,
  type Reply,
  type Sending,
} from './http-system.ts'

/** Two operators of each role, signed in. Returns a caller by a name like `treasurer-1`. */
export async function joinedOperators(
  system: HttpSystem,
  roles: readonly OperatorRole[],
): Promise<(name: string) => { token: string }> {
  const tokens = new Map<string, string>()
  for (const role of roles)
    for (const place of [1, 2]) {
      const [name, password] = [`${role}-${place}`, 'a long enough password']
      const secret = await addOperator(system.db.database, { name, role, memberId: null })
      await system.must(operatorSetUp, { body: { name, secret, password } })
      tokens.set(name, (await system.must(operatorSignIn, { body: { name, password } })).token)
    }
  return name => ({ token: tokens.get(name) ?? '' })
}

/** Two treasurers and two administrators, signed in. */
export const signInOperators = (system: HttpSystem): Promise<(name: string) => { token: string }> =>
  joinedOperators(system, ['treasurer', 'administrator'])

/** A browser with the console open: it keeps the session's cookie and sends what a page sends. */
export function browserOf(system: HttpSystem) {
  let line = ''
  let token = ''
  const send = async (method: string, path: string, sending: Sending = {}): Promise<Reply> => {
    const headers: Record<string, string | undefined> = {
      'x-banyan-console': '1',
      ...(token === '' ? {} : { cookie: `theme=dark; __Host-banyan-operator=${token}` }),
      ...(method === 'POST' ? { origin: CONSOLE_ORIGIN } : {}),
      ...sending.headers,
    }
    const given = Object.entries(headers).filter(([, value]) => value !== undefined)
    const reply = await system.send(method, path, {
      ...sending,
      headers: Object.fromEntries(given) as Record<string, string>,
    })
    const set = reply.headers.get('set-cookie')
    if (set !== null) {
      line = set
      token = /=([^;]*);/.exec(set)?.[1] ?? ''
    }
    return reply
  }
  return {
    send,
    /** As `ask` of the system; a header without a value is not sent. */
    ask: (
      endpoint: Endpoint,
      asking: Omit<Asking, 'headers'> & { headers?: Record<string, string | undefined> } = {},
    ): Promise<Reply> => {
      const { params = {}, key, body, headers, ...rest } = asking
      return send(endpoint.method, pathOf(endpoint, params), {
        ...(endpoint.money ? { key: key ?? newUuid() } : {}),
        ...(endpoint.method === 'POST' ? { body: body ?? {} } : {}),
        ...(headers ? { headers: headers as Record<string, string> } : {}),
        ...rest,
      })
    },
    /** The last line that set the cookie. */
    cookieLine: () => line,
    token: () => token,
    /** Puts a token into the cookie, as a thief would. */
    keep: (stolen: string) => {
      token = stolen
    },
  }
}
