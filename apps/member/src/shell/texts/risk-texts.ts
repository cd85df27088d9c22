import { registerTexts } from './texts.ts'

/**
 * The risk notice, in the words that the financial supervision asks of such offers. Every page that
 * leads to an investment shows it from here, so that it says the same everywhere.
 */
export const riskTexts = registerTexts('risk', {
  zh: {
    title: '风险提示',
    loss: '除非您准备好损失全部投入，否则请勿投资。这是高风险投资，出问题时您不应期望得到保护。',
    // It follows another sentence, which in English is a space away.
    network: '网络收益来自手续费，不来自新成员。',
    rules: '查看规则书',
  },
  en: {
    title: 'Risk notice',
    loss: "Don't invest unless you're prepared to lose all the money you invest. This is a high-risk investment and you should not expect to be protected if something goes wrong.",
    network: ' Network earnings come from fees, not from new members.',
    rules: 'Read the rule book',
  },
})
