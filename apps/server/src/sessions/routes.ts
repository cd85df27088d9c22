import {
  type AnswerOf,
  accountList,
  loginByWords as byWords,
  challenge,
  login as loginEndpoint,
  logout as logoutEndpoint,
  removeFromDevice as remove,
  revokeSession as revokeEndpoint,
  revokeOtherSessions,
  sessionEnd,
  sessionList,
  switchAccount,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import { type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { objectsTo } from './cancel-reset.ts'
import { type LoginContext, login, loginByWords } from './login.ts'
import { presentListed, presentLogin, presentSessions } from './present.ts'
import { logout, removeFromDevice, revokeOthers, revokeSession } from './sessions.ts'
import { accountsOfDevice, knownSession, moveToTop, sessionsOf } from './store.ts'
import { deviceHash, tokenHash } from './tokens.ts'

/** The calls of the sessions module. */
export const sessionRoutes = (context: LoginContext): Route[] => [
  // A missing, a malformed and an unknown code take the same path and get the same empty list.
  route(accountList, async ({ query }) => {
    const { database } = context.platform
    const listed = await accountsOfDevice(database, deviceHash(query.device_code ?? ''))
    const ids = listed.map(one => one.memberId)
    const members = new Map(
      (await context.identity.credentials.byIds(database, ids)).map(one => [one.memberId, one]),
    )
    return listed.flatMap(({ memberId, lastUsedAt }) => {
      const member = members.get(memberId)
      return member && !member.frozen ? [presentListed(member, lastUsedAt)] : []
    })
  }),

  route(switchAccount, async ({ caller, body }) => {
    const { database } = context.platform
    const moved = await moveToTop(database, deviceHash(body.deviceCode), caller.memberId)
    return moved ? {} : refuse('notFound')
  }),

  route(remove, async ({ caller, body }) => {
    await removeFromDevice(context.platform, caller, deviceHash(body.deviceCode))
    return {}
  }),

  route(challenge, async ({ body, origin }) => {
    const issued = await context.identity.issueChallenge({ ...body, origin })
    return { ...issued, expiresAt: issued.expiresAt.toISOString() }
  }),

  route(loginEndpoint, async ({ body, userAgent, ip }) =>
    presentLogin(await login(context, body, { userAgent, ip })),
  ),
  route(byWords, async ({ body, userAgent }) =>
    presentLogin(await loginByWords(context, body, userAgent)),
  ),

  route(logoutEndpoint, async ({ caller }) => {
    await logout(context.platform, caller)
    return {}
  }),

  route(sessionList, async ({ caller }) =>
    presentSessions(await sessionsOf(context.platform.database, caller.memberId), caller.sessionId),
  ),

  route(revokeEndpoint, async ({ caller, params }) => {
    await revokeSession(context.platform, caller, uuidOf(params.id))
    return {}
  }),

  route(revokeOtherSessions, async ({ caller }) => ({
    ended: await revokeOthers(context.platform, caller),
  })),

  route(sessionEnd, async ({ body }) => presentEnd(context, body.token)),
]

/** Why a session ended, and the reset that it may object to, if there is one. */
async function presentEnd(
  { identity, platform }: LoginContext,
  token: string,
): Promise<AnswerOf<typeof sessionEnd>> {
  const { database } = platform
  const hash = tokenHash(token)
  const session = hash === null ? undefined : await knownSession(database, { tokenHash: hash })
  if (!session) return { why: 'expired', reset: null }
  const resets =
    session.endReason === 'passwordReset'
      ? await identity.passwords.cancellableResets(database, session.memberId)
      : []
  const reset = resets.find(one => one.password === 'login' && objectsTo(session, one))
  return {
    why: session.endReason ?? (session.current ? 'live' : 'expired'),
    reset: reset
      ? {
          id: wireIdOf('rst', reset.id),
          cancellableUntil: reset.cancellableUntil.toISOString(),
        }
      : null,
  }
}
