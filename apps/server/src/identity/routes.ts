import {
  createAccount as create,
  getReceivingAccount,
  inviter,
  me,
  setReceivingAccount,
} from '@banyan/domain'
import { type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { Sealing } from '../platform/sealing.ts'
import { type AccountWorld, createAccount } from './accounts.ts'
import { presentCreated, presentOwnFacts, presentReceivingAccount } from './present.ts'
import { setReceiving, type TellOfAddress } from './receiving.ts'
import { checkedBsc, checkedTron } from './receiving-account.ts'
import { receivingAccountOf } from './receiving-store.ts'
import { memberOfInviteCode, ownFacts } from './store.ts'

export interface IdentityWorld extends AccountWorld {
  sealing: Sealing
  notify: TellOfAddress
}

/** The calls of the identity room. */
export const identityRoutes = (world: IdentityWorld): Route[] => [
  route(inviter, async ({ query }) => {
    const member = await memberOfInviteCode(world.database, query.code)
    return member ? { nickname: member.nickname } : refuse('inviteCodeUnknown')
  }),

  route(create, async ({ body, locale }) =>
    presentCreated(await createAccount(world, body, locale)),
  ),

  route(me, async ({ caller }) => {
    const facts = await ownFacts(world.database, caller.memberId)
    return facts ? presentOwnFacts(facts) : refuse('notFound')
  }),

  route(getReceivingAccount, async ({ caller }) =>
    presentReceivingAccount(
      await receivingAccountOf(world.database, world.sealing, caller.memberId),
    ),
  ),

  route(setReceivingAccount, async ({ caller, body }) => {
    const next = {
      bsc: checked('BSC', body.bsc, checkedBsc),
      tron: checked('TRON', body.tron, checkedTron),
      contact: body.contact,
    }
    return presentReceivingAccount(await setReceiving(world, caller.memberId, next))
  }),
]

/** The canonical form of a given address; refuses one whose checksum fails. */
function checked(
  network: string,
  given: string | null,
  check: (address: string) => string | null,
): string | null {
  if (given === null) return null
  return check(given) ?? refuse('receivingAddressChecksum', { network })
}
