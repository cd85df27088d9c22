import { registerTexts } from '../shell/index.ts'

/** The ways to end a case. */
export const waysTexts = registerTexts('otc.ways', {
  zh: {
    ways: {
      open: '其他处理',
      title: '其他处理方式',
      appeal: '提交申诉',
      counterClaim: '提出反诉',
      answer: '提交说明',
      answerNote: '只补充陈述或证据，不提出自己的诉求',
      review: '申请复核',
      accept: '接受裁定',
      acceptNote: '不再等待复核时限',
      release: '放币',
      releaseNote: '您已收到全部款项：币归买家，案件结束',
      concede: '认同退回',
      concedeNote: '您没有付款，或已收到退款：币退给卖家，案件结束',
      withdraw: '撤回申诉',
      withdrawNote: '交易回到申诉之前，剩余时间不会重新计算',
    },
    keep: '暂不',
    concede: {
      title: '把币退给卖家？',
      text: '{{quantity}} LEAF 将退回卖家，无法撤回。如果您付了 {{amount}} USDT，请先确认退款已到您自己的钱包。',
      yes: '认同退回',
      verb: '认同退回',
      done: '提交成功，币已退回卖家',
    },
    withdraw: {
      title: '撤回申诉？',
      text: '交易回到申诉之前的状态。已经过去的时间不会补回：放币时间已过时，交易为放币超时。',
      done: '申诉已撤回',
    },
    accept: {
      title: '接受裁定？',
      text: '接受后不能再申请复核。受损的各方都接受后，裁定立即执行。',
      done: '提交成功，已接受裁定',
    },
  },
  en: {
    ways: {
      open: 'Other ways',
      title: 'Other ways to end it',
      appeal: 'Appeal',
      counterClaim: 'Counter-claim',
      answer: 'Answer',
      answerNote: 'Adds words or evidence only, without a claim of your own',
      review: 'Ask for a review',
      accept: 'Accept the ruling',
      acceptNote: 'Without waiting for the time for review',
      release: 'Release',
      releaseNote: 'You have the whole payment: the coin is the buyer’s, the case is closed',
      concede: 'Give the coin back',
      concedeNote: 'You sent nothing, or have your money back: the case is closed',
      withdraw: 'Withdraw the appeal',
      withdrawNote: 'The trade is where it was; no time starts anew',
    },
    keep: 'Not now',
    concede: {
      title: 'Give the coin back to the seller?',
      text: '{{quantity}} LEAF go back to the seller; it cannot be undone. If you paid {{amount}} USDT, make sure first that the refund is in your own wallet.',
      yes: 'Give it back',
      verb: 'Give it back',
      done: 'Submitted; the coin went back',
    },
    withdraw: {
      title: 'Withdraw the appeal?',
      text: 'The trade goes back to where it was. Time that has passed does not come back: if the time to release is over, it is a release timeout.',
      done: 'Appeal withdrawn',
    },
    accept: {
      title: 'Accept the ruling?',
      text: 'You can no longer ask for a review. When everybody who loses by it has accepted, it is carried out at once.',
      done: 'Submitted; the ruling is accepted',
    },
  },
})
