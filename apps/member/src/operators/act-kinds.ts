/** What the audit log calls the acts that concern members. */
const kinds = {
  'review withdrawal': 'reviewWithdrawal',
  'release withdrawal': 'releaseWithdrawal',
  'refuse withdrawal': 'refuseWithdrawal',
  'approve withdrawal by rule check': 'ruleCheck',
  'give back voided withdrawal': 'giveBack',
  'rebook payout after restore': 'rebook',
  'case take': 'caseTake',
  'case hand back': 'caseHandBack',
  'case ask': 'caseAsk',
  'case opinion': 'caseOpinion',
  'case open evidence': 'caseEvidence',
  'case show opinions': 'caseShow',
  'case agree': 'caseAgree',
  'case disagree': 'caseDisagree',
  'case rule': 'caseRule',
  'case appoint': 'caseAppoint',
  'take conversation': 'takeConversation',
  'close conversation': 'closeConversation',
  'read conversation': 'readConversation',
  'answer member': 'answerMember',
  'answer feedback': 'answerFeedback',
  'propose account_freeze': 'proposeFreeze',
  'approve account_freeze': 'approveFreeze',
  'refuse account_freeze': 'refuseFreeze',
  'withdraw account_freeze': 'withdrawFreeze',
  'propose distributed_status': 'proposeStatus',
  'approve distributed_status': 'approveStatus',
  'refuse distributed_status': 'refuseStatus',
  'withdraw distributed_status': 'withdrawStatus',
  'read personal data': 'readPersonalData',
  'end member sessions': 'endSessions',
  'propose insider': 'proposeInsider',
  'approve insider': 'approveInsider',
  'refuse insider': 'refuseInsider',
  'withdraw insider': 'withdrawInsider',
  'propose withdrawal_void': 'proposeVoid',
  'approve withdrawal_void': 'approveVoid',
  'refuse withdrawal_void': 'refuseVoid',
  'withdraw withdrawal_void': 'withdrawVoid',
} as const

export type ActKind = (typeof kinds)[keyof typeof kinds] | 'assignConversation'

/** The kind of an act, for its text; null where there is none: then the log's own words are shown. */
export function actKindOf(action: string): ActKind | null {
  if (action.startsWith('assign conversation to ')) return 'assignConversation'
  return Object.hasOwn(kinds, action) ? kinds[action as keyof typeof kinds] : null
}
