import type { OperatorRole } from '@banyan/domain'

/**
 * Who may do what, as people agreed on it (security.md 4.11): every call of the operators' contract,
 * what it asks of a session, and its roles. A call that is not listed, or has other roles in the
 * contract, fails the test of this table; the failure has the line as the contract would have it.
 */
const table = `
  collection.refills               factor       -          reviewer   -          treasurer  administrator
  collection.status                factor       -          reviewer   -          treasurer  administrator
  deposits.ofMember                factor       support    reviewer   -          treasurer  administrator
  deposits.seen                    factor       -          reviewer   -          treasurer  administrator
  deposits.seenOne                 factor       -          reviewer   -          treasurer  administrator
  deposits.totals                  factor       -          reviewer   -          treasurer  administrator
  explanations.strayTransfers      factor       -          reviewer   -          treasurer  administrator
  members.cases                    factor       support    reviewer   arbitrator treasurer  administrator
  members.conversations            factor       support    reviewer   arbitrator -          administrator
  members.endSessions              factor       -          reviewer   -          treasurer  administrator
  members.feedback                 factor       support    reviewer   arbitrator -          administrator
  members.find                     factor       support    reviewer   arbitrator treasurer  administrator
  members.network                  factor       support    reviewer   arbitrator treasurer  administrator
  members.orders                   factor       support    reviewer   arbitrator treasurer  administrator
  members.positions                factor       support    reviewer   arbitrator treasurer  administrator
  members.read                     factor       support    reviewer   arbitrator treasurer  administrator
  members.recharges                factor       support    reviewer   arbitrator treasurer  administrator
  members.redemptions              factor       support    reviewer   arbitrator treasurer  administrator
  members.sessions                 factor       support    reviewer   arbitrator treasurer  administrator
  members.subscriptions            factor       support    reviewer   arbitrator treasurer  administrator
  members.trades                   factor       support    reviewer   arbitrator treasurer  administrator
  members.unmask                   factor       -          reviewer   arbitrator treasurer  -
  members.withdrawals              factor       support    reviewer   arbitrator treasurer  administrator
  operator.addCannedAnswer         factor       support    -          -          -          administrator
  operator.addPasskey              password     support    reviewer   arbitrator treasurer  administrator
  operator.addTotp                 password     support    reviewer   arbitrator treasurer  administrator
  operator.agree                   recentFactor -          -          arbitrator -          -
  operator.answerFeedback          factor       support    -          -          -          -
  operator.answerMember            factor       support    -          -          -          -
  operator.appointArbitrator       factor       -          -          -          -          administrator
  operator.askPasskey              password     support    reviewer   arbitrator treasurer  administrator
  operator.askStatement            factor       -          -          arbitrator -          -
  operator.assignConversation      factor       support    -          -          -          administrator
  operator.audit                   factor       support    reviewer   arbitrator treasurer  administrator
  operator.auditAct                factor       support    reviewer   arbitrator treasurer  administrator
  operator.auditRecords            factor       support    reviewer   arbitrator treasurer  administrator
  operator.auditTotals             factor       support    reviewer   arbitrator treasurer  administrator
  operator.beginPasskey            password     support    reviewer   arbitrator treasurer  administrator
  operator.beginTotp               password     support    reviewer   arbitrator treasurer  administrator
  operator.cancelForecast          factor       -          -          -          treasurer  administrator
  operator.cannedAnswers           factor       support    -          -          -          administrator
  operator.case                    factor       -          -          arbitrator -          -
  operator.caseChat                factor       -          -          arbitrator -          -
  operator.caseEvidence            factor       -          -          arbitrator -          -
  operator.cases                   factor       -          -          arbitrator -          -
  operator.changeCannedAnswer      factor       support    -          -          -          administrator
  operator.checkRules              factor       -          -          -          treasurer  administrator
  operator.closeConversation       factor       support    -          -          -          -
  operator.console                 opened       support    reviewer   arbitrator treasurer  administrator
  operator.createNotice            factor       support    -          -          -          administrator
  operator.disagree                factor       -          -          arbitrator -          -
  operator.editNotice              factor       support    -          -          -          administrator
  operator.endOtherSessions        factor       support    reviewer   arbitrator treasurer  administrator
  operator.endSession              factor       support    reviewer   arbitrator treasurer  administrator
  operator.events                  factor       support    reviewer   arbitrator treasurer  administrator
  operator.factors                 password     support    reviewer   arbitrator treasurer  administrator
  operator.feedback                factor       support    -          -          -          administrator
  operator.file                    factor       support    -          arbitrator -          administrator
  operator.forecast                factor       -          -          -          treasurer  administrator
  operator.giveOpinion             factor       -          -          arbitrator -          -
  operator.handBackCase            factor       -          -          arbitrator -          -
  operator.hearingDesk             factor       -          -          -          -          administrator
  operator.list                    factor       -          -          -          -          administrator
  operator.lockConsole             opened       support    reviewer   arbitrator treasurer  administrator
  operator.markConversationRead    factor       support    -          -          -          -
  operator.me                      factor       support    reviewer   arbitrator treasurer  administrator
  operator.notice                  factor       support    -          -          -          administrator
  operator.noticePicture           factor       support    -          -          -          administrator
  operator.notices                 factor       support    -          -          -          administrator
  operator.openCaseEvidence        factor       -          -          arbitrator -          -
  operator.openConsole             everybody    
  operator.originalPicture         factor       -          -          arbitrator -          -
  operator.picture                 factor       support    -          arbitrator -          administrator
  operator.platform                factor       support    reviewer   arbitrator treasurer  administrator
  operator.previewNotice           factor       support    -          -          -          administrator
  operator.proposalForecast        factor       -          -          -          treasurer  administrator
  operator.provePasskey            password     support    reviewer   arbitrator treasurer  administrator
  operator.proveTotp               password     support    reviewer   arbitrator treasurer  administrator
  operator.publishNotice           factor       support    -          -          -          administrator
  operator.removeCannedAnswer      factor       support    -          -          -          administrator
  operator.removeFactor            recentFactor support    reviewer   arbitrator treasurer  administrator
  operator.rule                    recentFactor -          -          arbitrator -          -
  operator.ruleNumbers             factor       -          -          -          treasurer  administrator
  operator.sayInCase               factor       -          -          arbitrator -          -
  operator.scheduleNotice          factor       support    -          -          -          administrator
  operator.serviceInbox            factor       support    -          -          -          administrator
  operator.serviceThread           factor       support    -          -          -          administrator
  operator.sessions                factor       support    reviewer   arbitrator treasurer  administrator
  operator.setServiceNickname      factor       support    -          -          -          -
  operator.setUp                   everybody    
  operator.showOpinions            factor       -          -          arbitrator -          -
  operator.signIn                  everybody    
  operator.signOut                 opened       support    reviewer   arbitrator treasurer  administrator
  operator.startForecast           factor       -          -          -          treasurer  administrator
  operator.takeCase                factor       -          -          arbitrator -          -
  operator.takeConversation        factor       support    -          -          -          -
  operator.unlockConsole           opened       support    reviewer   arbitrator treasurer  administrator
  operator.unscheduleNotice        factor       support    -          -          -          administrator
  operator.upload                  factor       support    -          -          -          -
  operator.uploadFile              factor       support    -          -          -          -
  operator.uploadNoticePicture     factor       support    -          -          -          administrator
  operator.withdrawNotice          factor       support    -          -          -          administrator
  proposals.approve                recentFactor -          reviewer   -          treasurer  administrator
  proposals.list                   factor       support    reviewer   -          treasurer  administrator
  proposals.openEvidence           factor       -          reviewer   -          treasurer  administrator
  proposals.proposeAccountFreeze   factor       support    reviewer   arbitrator treasurer  administrator
  proposals.proposeCost            factor       -          -          -          treasurer  -
  proposals.proposeDepositKey      factor       -          -          -          treasurer  administrator
  proposals.proposeDistributedStatus factor     support    reviewer   arbitrator treasurer  administrator
  proposals.proposeExplanation     factor       -          -          -          treasurer  administrator
  proposals.proposeFactorReset     factor       -          -          -          -          administrator
  proposals.proposeInsider         factor       -          -          -          -          administrator
  proposals.proposeOperator        factor       -          -          -          -          administrator
  proposals.proposeOperatorEnd     factor       -          -          -          -          administrator
  proposals.proposeReceipt         factor       -          -          -          treasurer  -
  proposals.proposeRules           factor       -          -          -          treasurer  administrator
  proposals.proposeSharing         factor       -          -          -          treasurer  administrator
  proposals.proposeVoid            factor       -          -          -          treasurer  administrator
  proposals.proposeWindDown        factor       -          -          -          treasurer  administrator
  proposals.proposeWindDownCancel  factor       -          -          -          treasurer  administrator
  proposals.read                   factor       support    reviewer   -          treasurer  administrator
  proposals.refuse                 factor       -          reviewer   -          treasurer  administrator
  proposals.reportShortfall        factor       -          -          -          treasurer  administrator
  proposals.statusAppeals          factor       support    reviewer   -          treasurer  administrator
  proposals.withdraw               factor       support    reviewer   arbitrator treasurer  administrator
  statistics.days                  factor       -          reviewer   -          treasurer  administrator
  treasury.accounts                factor       -          -          -          treasurer  administrator
  treasury.receiptTotals           factor       -          -          -          treasurer  administrator
  treasury.run                     factor       -          -          -          treasurer  administrator
  treasury.runs                    factor       -          -          -          treasurer  administrator
  treasury.statement               factor       -          -          -          treasurer  administrator
  treasury.unbookedCosts           factor       -          -          -          treasurer  administrator
  withdrawals.keys                 factor       -          reviewer   -          treasurer  administrator
  withdrawals.queue                factor       -          reviewer   -          treasurer  -
  withdrawals.read                 factor       -          reviewer   -          treasurer  -
  withdrawals.refuse               factor       -          reviewer   -          treasurer  -
  withdrawals.registerKey          recentFactor -          reviewer   -          treasurer  -
  withdrawals.release              recentFactor -          -          -          treasurer  -
  withdrawals.review               recentFactor -          reviewer   -          -          -
  withdrawals.status               factor       -          reviewer   -          treasurer  administrator
  withdrawals.totals               factor       -          reviewer   -          treasurer  -
`

/** A row of the table; calls for everybody have no roles. */
export interface MatrixRow {
  readonly id: string
  readonly asks: string
  readonly roles: readonly OperatorRole[]
}

/** The rows of the table. */
export const roleMatrix: readonly MatrixRow[] = table
  .trim()
  .split('\n')
  .map(line => {
    const [id = '', asks = '', ...cells] = line.trim().split(/ +/)
    return { id, asks, roles: cells.filter(cell => cell !== '-') as OperatorRole[] }
  })
