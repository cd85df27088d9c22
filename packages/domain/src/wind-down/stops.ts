import type { WindDownState } from './wind-down.ts'

/** The state of a wind-down from which on a call is refused; `never`: members leave and read with it. */
export type WindDownStop = 'announced' | 'closing' | 'paying' | 'never'

/**
 * Every call of members that writes, by when it stops. A test compares the lists with the contract:
 * a new call without a row fails.
 */
const callsByStop: Readonly<Record<WindDownStop, readonly string[]>> = {
  announced: ['user.create', 'subscriptions.place', 'earnings.activate'],
  closing: [
    'otc.publish',
    'otc.publishBuy',
    'otc.take',
    'otc.takeBuy',
    'otc.changeOrder',
    'otc.resume',
    'otc.pause',
    'redemptions.exchange',
    'redemptions.undo',
    'earnings.askUnlock',
    'earnings.keepPosition',
    'earnings.answerPrompt',
    'network.place',
    'network.withdraw',
    'network.setPreference',
    'distribution.openQuiz',
    'distribution.answerQuiz',
    'distribution.signConduct',
    'distribution.apply',
    'distribution.appeal',
    'risk.answer',
    'subscriptions.pause',
    'subscriptions.setLimit',
  ],
  paying: [
    'otc.cancel',
    'otc.pay',
    'otc.claimLate',
    'otc.release',
    'otc.releaseAnyway',
    'otc.concede',
    'otc.confirmCancel',
    'otc.giveUp',
    'otc.replaceEvidence',
    'otc.proposeCancel',
    'otc.dropCancel',
    'otc.acceptCancel',
    'otc.appeal',
    'otc.state',
    'otc.askReview',
    'otc.acceptRuling',
    'otc.withdrawAppeal',
    'chat.say',
    'redemptions.cancel',
    'subscriptions.cancel',
    'earnings.cancelActivation',
    'distribution.leave',
    'blocks.add',
    'user.setReceivingAccount',
  ],
  never: [
    'withdraw.create',
    'withdraw.cancel',
    'withdraw.quote',
    'withdraw.labelAddress',
    'withdraw.removeAddress',
    'auth.login',
    'auth.words.login',
    'auth.words.nonce',
    'auth.logout',
    'user.switch',
    'user.removeFromDevice',
    'session.revoke',
    'session.revokeOthers',
    'session.end',
    'password.changeLogin',
    'password.changePayment',
    'password.cancelReset',
    'password.resetLoginByWords',
    'password.resetLoginByEmail',
    'password.resetLoginCode',
    'password.resetPaymentByWords',
    'password.resetPaymentByEmail',
    'email.bind',
    'email.requestCode',
    'notifications.read',
    'chat.read',
    'blocks.remove',
    'push.subscribe',
    'push.end',
    'notices.read',
    'personalData.askExport',
    'personalData.deletePicture',
    'closing.ask',
    'closing.undo',
    'service.write',
    'service.askPerson',
    'service.read',
    'service.rate',
    'service.sendFeedback',
  ],
}

/** Every call that writes, with when it stops. */
export const windDownStops: ReadonlyMap<string, WindDownStop> = new Map(
  (Object.keys(callsByStop) as WindDownStop[]).flatMap(stop =>
    callsByStop[stop].map(call => [call, stop] as const),
  ),
)

const order: readonly WindDownState[] = ['announced', 'closing', 'paying', 'closed']

/** The calls that a state of a wind-down refuses: no page offers them. */
export const stoppedCalls = (state: WindDownState): string[] =>
  [...windDownStops.keys()].filter(call => stopsAt(call, state))

/** Whether a call is refused in this state of a wind-down. */
export function stopsAt(call: string, state: WindDownState): boolean {
  const stop = windDownStops.get(call) ?? 'never'
  return stop !== 'never' && order.indexOf(state) >= order.indexOf(stop)
}
