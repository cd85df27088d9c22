import type { Distribution } from '../distribution/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Network } from '../network/index.ts'
import type { Operators } from '../operators/index.ts'
import type { Otc } from '../otc/index.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Proposals } from '../proposals/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Verification } from '../verification/index.ts'
import type { Wallets } from '../wallets/index.ts'

/** What a member's page is made of. */
export interface MembersContext {
  database: Database
  identity: Pick<Identity, 'receivingAccount' | 'liveFreezes' | 'passwordsChangedAt'>
  verification: Pick<Verification, 'email' | 'membersWithEmail'>
  sessions: Pick<Sessions, 'live' | 'endByOperator'>
  network: Pick<Network, 'invitedBy' | 'placeOf'>
  wallets: Pick<Wallets, 'wealth'>
  distribution: Pick<Distribution, 'statusView'>
  proposals: Pick<Proposals, 'ofMember'>
  /** The parties of every open case that an operator hears. */
  partiesOfCases: Otc['partiesOfCases']
  recordAct: Operators['recordAct']
}
