import { registerTexts } from './texts.ts'

/**
 * The risk notice, in the words that the financial supervision requires of such offers, and the
 * sources of network pay. Every page that leads to an investment shows it from here: see
 * `RiskNotice`.
 */
export const riskTexts = registerTexts('risk', {
  zh: {
    title: '风险提示',
    loss: '除非您准备好损失全部投入，否则请勿投资。这是高风险投资，出问题时您不应期望得到保护。',
    network: '网络收益是会员交易手续费的一部分，其中也有新人和被邀请人的手续费：谁交易，谁支付。',
    rules: '查看规则说明',
  },
  en: {
    title: 'Risk notice',
    loss: "Don't invest unless you're prepared to lose all the money you invest. This is a high-risk investment and you should not expect to be protected if something goes wrong.",
    network:
      "Network pay is a part of the fees of members' trades, newcomers' and invitees' among them: who trades pays it.",
    rules: 'Read the rules',
  },
})
