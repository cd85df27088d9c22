import type { DisputeEvent, Party, TradeEvent, TradeView } from '@banyan/domain'

/** Steps that either party can make: their texts do not name who it was. */
const eitherParty: readonly TradeEvent[] = [
  'appeal',
  'proposeCancel',
  'dropCancel',
  'acceptCancel',
  'counterClaim',
  'withdrawAppeal',
]

/** Steps of a case that the trade itself does not show; arbitrators' opinions are not disclosed yet. */
const caseSteps = [
  ...(['state', 'missReply', 'take', 'appoint'] as const),
  ...(['askStatement', 'accept', 'askReview'] as const),
] as const
type CaseStep = (typeof caseSteps)[number]
const isCaseStep = (event: DisputeEvent | 'open'): event is CaseStep =>
  (caseSteps as readonly string[]).includes(event)
/** Two people have ruled: by either of these steps. */
const rulings: readonly (DisputeEvent | 'open')[] = ['agree', 'decide']

export interface Step {
  key: `timeline.${'take' | TradeEvent}` | `caseTimeline.${CaseStep | 'ruled'}`
  by: Party | null
  at: string
}

/** The time line of a trade together with that of its case, the first step first. */
export function stepsOf({ timeline, dispute }: Pick<TradeView, 'timeline' | 'dispute'>): Step[] {
  const ofTrade = timeline.map(({ event, actor, at }): Step => {
    const namesActor = event !== 'take' && eitherParty.includes(event)
    return { key: `timeline.${event}`, by: namesActor ? partyOf(actor) : null, at }
  })
  const ofCase = (dispute?.timeline ?? []).flatMap(({ event, actor, at }): Step[] => {
    if (rulings.includes(event)) return [{ key: 'caseTimeline.ruled', by: null, at }]
    return isCaseStep(event) ? [{ key: `caseTimeline.${event}`, by: partyOf(actor), at }] : []
  })
  // Stable: of two steps in one instant the trade's comes first.
  return [...ofTrade, ...ofCase].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

const partyOf = (actor: string): Party | null =>
  actor === 'buyer' || actor === 'seller' ? actor : null
