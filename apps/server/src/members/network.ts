import { type AnswerOf, formatAmount, type memberNetwork } from '@banyan/domain'
import type { MembersContext } from './context.ts'
import { linksOf, type MemberRow } from './store.ts'

/** A member's place in both trees, with links to the members around it. */
export async function networkView(
  { database, network }: MembersContext,
  member: Pick<MemberRow, 'id' | 'inviterId'>,
): Promise<AnswerOf<typeof memberNetwork>> {
  const [invited, place] = await Promise.all([
    network.invitedBy(database, member.id),
    network.placeOf(database, member.id),
  ])
  const around = [
    member.inviterId,
    ...(place?.above.map(({ memberId }) => memberId) ?? []),
    place?.left.memberId,
    place?.right.memberId,
  ].filter(id => typeof id === 'string')
  const links = await linksOf(database, around)
  const linkOf = (id: string | null) => (id === null ? null : (links.get(id) ?? null))
  const region = (below: NonNullable<typeof place>['left']) => ({
    member: linkOf(below.memberId),
    volume: below.volume === null ? null : formatAmount(below.volume),
    members: below.members,
  })
  return {
    inviter: linkOf(member.inviterId),
    invited,
    place: place && {
      depth: place.depth,
      at: place.finalAt.toISOString(),
      above: place.above.flatMap(({ memberId, side }) => {
        const link = linkOf(memberId)
        return link ? [{ ...link, side }] : []
      }),
      leftOut: place.leftOut,
      left: region(place.left),
      right: region(place.right),
    },
  }
}
