import {
  accountList,
  loginByWords as byWords,
  challenge,
  login as loginEndpoint,
  logout as logoutEndpoint,
  removeFromDevice as remove,
  switchAccount,
} from '@banyan/domain'
import { type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { type LoginWorld, login, loginByWords } from './login.ts'
import { presentListed, presentLogin } from './present.ts'
import { logout, removeFromDevice } from './sessions.ts'
import { accountsOfDevice, moveToTop } from './store.ts'
import { deviceHash } from './tokens.ts'

/** The calls of the sessions room. */
export const sessionRoutes = (world: LoginWorld): Route[] => [
  // No code, a malformed and an unknown one take the same way and get the same empty list.
  route(accountList, async ({ query }) => {
    const { database } = world.platform
    const listed = await accountsOfDevice(database, deviceHash(query.device_code ?? ''))
    const ids = listed.map(one => one.memberId)
    const members = new Map(
      (await world.identity.credentials.byIds(database, ids)).map(one => [one.memberId, one]),
    )
    return listed.flatMap(({ memberId, lastUsedAt }) => {
      const member = members.get(memberId)
      return member && !member.frozen ? [presentListed(member, lastUsedAt)] : []
    })
  }),

  route(switchAccount, async ({ caller, body }) => {
    const { database } = world.platform
    const moved = await moveToTop(database, deviceHash(body.deviceCode), caller.memberId)
    return moved ? {} : refuse('notFound')
  }),

  route(remove, async ({ caller, body }) => {
    await removeFromDevice(world.platform, caller, deviceHash(body.deviceCode))
    return {}
  }),

  route(challenge, async ({ body, origin }) => {
    const issued = await world.identity.issueChallenge({ ...body, origin })
    return { ...issued, expiresAt: issued.expiresAt.toISOString() }
  }),

  route(loginEndpoint, async ({ body }) => presentLogin(await login(world, body))),
  route(byWords, async ({ body }) => presentLogin(await loginByWords(world, body))),

  route(logoutEndpoint, async ({ caller }) => {
    await logout(world.platform, caller)
    return {}
  }),
]
