import type { RefusalText } from '../contract/refusal.ts'

/** 41650 to 41679: disputes, as their parties meet them. */
export const disputeRefusals = {
  appealTooEarly: {
    code: 41650,
    'zh-CN': '付款后 {{minutes}} 分钟才能申诉，请在 {{at}} 之后再试',
    en: 'An appeal is possible {{minutes}} minutes after the payment; try again after {{at}}',
  },
  disputeReasonNotYours: {
    code: 41651,
    'zh-CN': '该申诉理由不适用于您这一方，请另选一项',
    en: 'This reason is not one for your side; choose another',
  },
  disputeHashRequired: {
    code: 41652,
    'zh-CN': '这笔交易还没有交易哈希，请填写付款的交易哈希',
    en: 'This trade has no transaction hash yet; enter the hash of your payment',
  },
  disputePictureUnknown: {
    code: 41653,
    'zh-CN': '有图片或文件不存在，请重新上传',
    en: 'A picture or file was not found; upload it again',
  },
  disputeMoveNotAllowed: {
    code: 41654,
    'zh-CN': '申诉的当前状态不能进行此操作，请刷新页面，按页面上列出的操作进行',
    en: "This is not possible in the case's present state; refresh the page, which offers what is",
  },
  caseOver: {
    code: 41669,
    'zh-CN': '这笔交易没有进行中的案件：已撤回、已和解或已裁定执行。请在交易页面查看结果',
    en: "This trade has no open case: it was withdrawn, settled, or ruled and carried out. The trade's page shows the result",
  },
  caseRuled: {
    code: 41670,
    'zh-CN':
      '两位仲裁员已作出裁定，不能再提交说明。裁定不利的一方可在 {{until}} 前接受裁定或申请复核',
    en: 'Two arbitrators have ruled, and nothing more can be handed in. Until {{until}} a side that loses by it can accept the ruling or ask for a review',
  },
  appealNotWithdrawable: {
    code: 41655,
    'zh-CN': '只有申诉发起人能撤回，且对方没有提交答辩、尚未裁定',
    en: 'Only who appealed can withdraw, while there is neither a reply with its own claim nor a ruling',
  },
  reviewNotPossible: {
    code: 41656,
    'zh-CN': '复核只能由裁定不利的一方在时限内申请一次',
    en: 'A review can be asked for once, in time, by a side that the ruling takes something from',
  },
  lateClaimTooLate: {
    code: 41657,
    'zh-CN': '宽限期已在 {{until}} 结束。如果已经付款，请在交易关闭后 {{days}} 天内申诉',
    en: 'Grace ended at {{until}}. If you have paid, appeal within {{days}} days after the trade was closed',
  },
  cancelNoProposal: {
    code: 41658,
    'zh-CN': '现在没有取消提议：可能已被撤回。仍想取消的话，请重新提议',
    en: 'There is no proposal to cancel now: it may have been taken back. Propose it again if you still want to',
  },
  cancelProposedAlready: {
    code: 41666,
    'zh-CN': '已有取消提议在等待答复。若是对方提出的，请同意或拒绝；若是您提出的，请等待或撤回',
    en: "A proposal to cancel already waits for an answer. If it is the other side's, accept or decline it; if it is yours, wait or take it back",
  },
  cancelWaitsForOther: {
    code: 41667,
    'zh-CN': '取消提议还在等对方同意。请等待对方答复，或撤回提议',
    en: 'The proposal to cancel still waits for the other side. Wait for their answer, or take it back',
  },
  cancelWaitsForBuyer: {
    code: 41668,
    'zh-CN': '双方已同意取消，只差买家确认已收到退款或没有付款',
    en: 'Both sides have agreed to cancel; what is missing is that the buyer confirms the refund, or that nothing was sent',
  },
  evidenceUnchanged: {
    code: 41659,
    'zh-CN': '凭证和哈希都与已提交的相同。请更换其中一项，或返回交易',
    en: 'Voucher and hash are those that you have shown already. Change one of them, or go back to the trade',
  },
  lateReasonBuyer: {
    code: 41661,
    'zh-CN': '已关闭的交易只能以“交易已关闭，但我付了款”申诉，请改选这一项',
    en: 'A closed trade can be appealed as “The trade was closed, but I paid” only; choose that reason',
  },
  lateReasonSeller: {
    code: 41663,
    'zh-CN': '已关闭的交易只能以“关闭之后才付款”申诉，请改选这一项',
    en: 'A closed trade can be appealed as “Paid after the trade was closed” only; choose that reason',
  },
  lateAppealOver: {
    code: 41664,
    'zh-CN': '关闭后 {{days}} 天内可以申诉，{{until}} 已过。请联系客服',
    en: 'A closed trade can be appealed for {{days}} days, until {{until}}. That is over; contact service',
  },
  lateAppealMade: {
    code: 41665,
    'zh-CN': '您已就这笔关闭的交易申诉过一次，不能再次申诉。对方仍可申诉',
    en: 'You have appealed about this closed trade once and cannot again. The other side still can',
  },
  lateEvidenceNeeded: {
    code: 41662,
    'zh-CN':
      '链上没有查到用此哈希向卖家地址支付 {{amount}} USDT 的转账。请核对哈希，或上传付款截图、录屏或 PDF 回单作为证据',
    en: "The chain shows no transfer of {{amount}} USDT to the seller's address under this hash. Check the hash, or add a picture, video or PDF of the payment as evidence",
  },
  statementLimit: {
    code: 41660,
    'zh-CN': '每方最多提交 {{max}} 份陈述',
    en: 'Each side can make {{max}} statements at most',
  },
} as const satisfies Record<string, RefusalText>
