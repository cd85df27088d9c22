import type { RefusalText } from '../contract/refusal.ts'

/** 41611 to 41613 and 41650 to 41699: trades and their disputes. */
export const tradeRefusals = {
  tradeMoveNotAllowed: {
    code: 41611,
    'zh-CN': '这一步属于交易的另一方，您不能进行。请返回交易页面',
    en: "This step is the other side's, not yours. Go back to the trade's page",
  },
  paymentWindowOver: {
    code: 41612,
    'zh-CN':
      '付款时间已在 {{until}} 结束，请不要再付款。如果已经付款，请在 {{grace}} 前补交哈希与凭证；之后 {{days}} 天内仍可申诉',
    en: 'The time to pay ended at {{until}}: send nothing now. If you have paid, show the hash and a voucher until {{grace}}; after that you can appeal for {{days}} days',
  },
  tradeNotPaidYet: {
    code: 41681,
    'zh-CN': '买家还没有提交付款（期限 {{until}}），这一步要在那之后。请等买家付款，页面会自动更新',
    en: 'The buyer has not said that they paid (they have until {{until}}), and this step comes after that. Wait; the page shows it when they have',
  },
  tradeInGrace: {
    code: 41682,
    'zh-CN': '付款时间已过，交易在宽限期内，至 {{until}}。买家可在此之前补交付款；之后币退回卖家',
    en: 'The time to pay is over and grace runs until {{until}}. The buyer can show a payment until then; after it the coin goes back to the seller',
  },
  tradePaidAlready: {
    code: 41683,
    'zh-CN':
      '买家已提交付款，这一步已不适用。买家可以更换凭证、提议取消，或在 {{appealFrom}} 之后申诉；卖家请核对到账后放币，或申诉',
    en: 'The buyer has said that they paid, and this step is no longer open. The buyer can replace the evidence, propose to cancel, or appeal after {{appealFrom}}; the seller can check and release, or appeal',
  },
  tradeReleaseOverdue: {
    code: 41684,
    'zh-CN': '放币时间已过，这一步已不适用。卖家仍可放币，双方都可以申诉或提议取消',
    en: 'The time to release is over, and this step is no longer open. The seller can still release; both can appeal or propose to cancel',
  },
  tradeInArbitration: {
    code: 41685,
    'zh-CN': '这笔交易已进入仲裁，这一步已不适用。请在仲裁页面提交说明、撤回申诉或让步',
    en: 'This trade is in arbitration, and this step is no longer open. On its page you can make a statement, withdraw an own appeal, or give way',
  },
  tradeClosed: {
    code: 41686,
    'zh-CN': '这笔交易已在 {{at}} 关闭，币已退回卖家。如果已经付款，可在 {{until}} 前申诉',
    en: 'This trade was closed at {{at}} and the coin went back to the seller. If it was paid, appeal until {{until}}',
  },
  tradeEnded: {
    code: 41687,
    'zh-CN': '这笔交易已在 {{at}} 结束，不能再更改。请在交易页面查看结果',
    en: 'This trade ended at {{at}} and cannot be changed any more. Its page shows the result',
  },
  counterClaimMade: {
    code: 41688,
    'zh-CN': '您已在本案提出主张，或案件已有裁定。请改为提交说明；裁定之后可以申请复核',
    en: 'You have made your claim in this case, or it is ruled. Make a statement instead; after a ruling you can ask for a review',
  },
  voucherUnknown: {
    code: 41613,
    'zh-CN': '有付款凭证不存在或不是您上传的，请重新上传',
    en: 'A voucher was not found or is not yours; upload it again',
  },
  paymentOfAnotherTrade: {
    code: 41680,
    'zh-CN':
      '这个哈希是另一笔交易的付款（金额与那笔交易完全一致），不能用于本交易。本交易的应付金额是 {{amount}} USDT，请填写您为本交易付款的哈希',
    en: "This hash is another trade's payment: its amount is exactly that trade's. This trade's is {{amount}} USDT; enter the hash of the payment you made for it",
  },
} as const satisfies Record<string, RefusalText>

/** Why a move that a party has at other times is not possible now: the trade is in another state. */
export const tradeIsElsewhere = [
  'tradeMoveNotAllowed',
  'tradeNotPaidYet',
  'tradeInGrace',
  'tradePaidAlready',
  'tradeReleaseOverdue',
  'tradeInArbitration',
  'tradeClosed',
  'tradeEnded',
] as const
