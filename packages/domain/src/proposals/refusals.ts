import type { RefusalText } from '../contract/refusal.ts'

/** 433xx: what two people must agree on. */
export const proposalRefusals = {
  proposalNeedsAnother: {
    code: 43301,
    'zh-CN': '提案人不能自己批准或拒绝，请另一位操作员决定',
    en: 'Who made a proposal does not decide on it; another operator has to',
  },
  proposalEnded: {
    code: 43302,
    'zh-CN': '此提案已经结束，如仍需要请重新提出',
    en: 'This proposal has ended; make another one if it is still wanted',
  },
  proposalNotYours: {
    code: 43303,
    'zh-CN': '只有提案人可以撤回，您可以拒绝它',
    en: 'Only who made a proposal withdraws it; you can refuse it',
  },
  rulesObjected: {
    code: 43305,
    'zh-CN': '此版本不能公布：{{all}}',
    en: 'This version cannot be published: {{all}}',
  },
  rulesBreakLine: {
    code: 43309,
    'zh-CN':
      '此版本会越过规则书的 {{lines}}：{{why}} 确认后仍要继续，请带上 "acknowledges": {{names}} 再次提交',
    en: 'This version crosses {{lines}} of the rule book: {{why}} If you acknowledge that and still want it, send the same again with "acknowledges": {{names}}',
  },
  rulesOvertaken: {
    code: 43306,
    'zh-CN': '此后已公布第 {{version}} 版，请以它为基础重新提出',
    en: 'Version {{version}} was published since; propose the change anew on top of it',
  },
  proposalAboutYou: {
    code: 43308,
    'zh-CN': '这项提案关于您自己的账户，请另一位管理员决定',
    en: 'This proposal is about your own account; another administrator has to decide',
  },
  proposalEvidenceUnopened: {
    code: 43313,
    'zh-CN': '您还没有打开此提案的凭据；请先打开并核对，再批准',
    en: 'You have not opened the evidence of this proposal; open and compare it, then approve',
  },
  freezeMemberUnknown: {
    code: 43310,
    'zh-CN': '没有此账户ID的会员，或其账户已注销',
    en: 'There is no member with this account ID, or the account is closed',
  },
  freezeNeedless: {
    code: 43311,
    'zh-CN': '该账户已经是此状态，无需再次处理',
    en: 'The account is in that state already; nothing needs to be done',
  },
  freezeAboutYou: {
    code: 43312,
    'zh-CN': '这是您自己的会员账户，请其他操作员处理',
    en: 'This is your own account as a member; other operators have to deal with it',
  },
} as const satisfies Record<string, RefusalText>
