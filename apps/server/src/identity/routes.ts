import {
  createAccount as create,
  getReceivingAccount,
  inviter,
  type Locale,
  me,
  refusalMessage,
  refusals,
  setReceivingAccount,
} from '@banyan/domain'
import { type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { Sealing } from '../platform/sealing.ts'
import { type AccountContext, createAccount } from './accounts.ts'
import { presentCreated, presentOwnFacts, presentReceivingAccount } from './present.ts'
import { type NotifyOfAddress, setReceiving } from './receiving.ts'
import { checkedBsc, checkedTron } from './receiving-account.ts'
import { receivingAccountOf } from './receiving-store.ts'
import { memberOfInviteCode, ownFacts } from './store.ts'

export interface IdentityContext extends AccountContext {
  sealing: Sealing
  notify: NotifyOfAddress
}

/** The calls of the identity module. */
export const identityRoutes = (context: IdentityContext): Route[] => [
  route(inviter, async ({ query }) => {
    const member = await memberOfInviteCode(context.database, query.code)
    return member ? { nickname: member.nickname } : refuse('inviteCodeUnknown')
  }),

  route(create, async ({ body, locale, ip }) =>
    presentCreated(await createAccount(context, body, { locale, ip })),
  ),

  route(me, async ({ caller }) => {
    const facts = await ownFacts(context.database, caller.memberId)
    return facts ? presentOwnFacts(facts) : refuse('notFound')
  }),

  route(getReceivingAccount, async ({ caller }) =>
    presentReceivingAccount(
      await receivingAccountOf(context.database, context.sealing, caller.memberId),
    ),
  ),

  route(setReceivingAccount, async ({ caller, body, locale }) => {
    const next = {
      bsc: checked('bsc', body.bsc, checkedBsc, locale),
      tron: checked('tron', body.tron, checkedTron, locale),
      contact: body.contact,
    }
    return presentReceivingAccount(await setReceiving(context, caller.memberId, next))
  }),
]

/** The canonical form of a given address. Refuses the named field when the checksum is wrong. */
function checked(
  path: 'bsc' | 'tron',
  given: string | null,
  check: (address: string) => string | null,
  locale: Locale,
): string | null {
  if (given === null) return null
  const canonical = check(given)
  if (canonical) return canonical
  const network = path.toUpperCase()
  const message = refusalMessage(refusals.receivingAddressChecksum, locale, { network })
  return refuse('receivingAddressChecksum', { network }, { issues: [{ path, message }] })
}
