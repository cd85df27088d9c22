import type { Locale } from '../contract/envelope.ts'

/** A conduct code as it is signed: its version, and its sentences in both languages. */
export interface ConductCode {
  readonly version: number
  readonly sentences: readonly Readonly<Record<Locale, string>>[]
}

/**
 * The conduct code in force. A signature is for exactly this text; a change is a new version, which
 * everybody signs anew.
 */
export const conductCode: ConductCode = {
  version: 2,
  sentences: [
    {
      'zh-CN': '我不承诺、不暗示任何收益，不说“稳赚”“保本”“日息”，也不展示别人的收益截图。',
      en: 'I promise no earnings and hint at none: no "sure profit", no "capital guaranteed", no daily rates, and no screenshots of what others were paid.',
    },
    {
      'zh-CN':
        '我如实说明：网络收益是会员交易手续费的一部分，其中也有新人和被邀请人的手续费；大多数人的网络收益可能为零。',
      en: 'I say how it is: network pay is a part of the fees of members’ trades, newcomers’ and invitees’ among them, and for most people it may be zero.',
    },
    {
      'zh-CN':
        '我不要求任何人付款、认购、激活或交易才能加入，也不替别人操作账户、保管密码或助记词。',
      en: 'I ask nobody to pay, subscribe, activate or trade in order to join. I operate nobody else’s account and keep nobody’s password or words.',
    },
    {
      'zh-CN': '我只使用本应用生成的海报，不自行添加金额、生活方式照片或其他文字。',
      en: 'I use the posters that this app makes, and add no amounts, no pictures of lifestyles and no words of my own.',
    },
    {
      'zh-CN':
        '我只邀请已成年、能够自行判断风险的人，并先请他们阅读风险提示；我不向借钱参与的人推荐。',
      en: 'I invite only adults who can judge the risk for themselves, ask them to read the risk notice first, and recommend nothing to people who would have to borrow.',
    },
    {
      'zh-CN': '我不用多个账户与自己交易，也不与他人约定对敲来制造业绩。',
      en: 'I do not trade with myself through several accounts, nor arrange trades with others to make volume.',
    },
    {
      'zh-CN':
        '我遵守所在地的法律。我知道违反本守则会被暂停推广资格，我可以申诉，也可以随时自行退出。',
      en: 'I keep the law of the place where I live. I know that breaking this code suspends my status, that I can appeal, and that I can leave at any time.',
    },
  ],
}

/** The signed text, one sentence a line. */
export const conductText = (locale: Locale, code: ConductCode = conductCode): string =>
  code.sentences.map((sentence, i) => `${i + 1}. ${sentence[locale]}`).join('\n')
