import type { RefusalText } from '../contract/refusal.ts'

/** 425xx: operators. */
export const operatorRefusals = {
  operatorSignInFailed: {
    code: 42501,
    'zh-CN': '名称或密码不正确',
    en: 'The name or the password is not right',
  },
  operatorSignInLocked: {
    code: 42502,
    'zh-CN': '尝试次数过多，请 {{minutes}} 分钟后再试',
    en: 'Too many tries; try again in {{minutes}} min',
  },
  operatorSecretUnknown: {
    code: 42503,
    'zh-CN': '设置口令无效或已过期，请由管理员重新签发',
    en: 'The set-up secret is not valid any more; have a new one issued',
  },
  operatorThere: {
    code: 42504,
    'zh-CN': '{{name}} 已经是此角色并已设置完成',
    en: '{{name}} has this role already and is set up',
  },
  operatorEnded: {
    code: 42505,
    'zh-CN': '{{name}} 的账户已停用，请换一个名称',
    en: 'The account {{name}} has ended; choose another name',
  },
  operatorMemberTaken: {
    code: 42506,
    'zh-CN': '该会员已对应另一个操作员账户，一人只有一个',
    en: 'That member is another operator already; a person has one account',
  },
  administratorsTooFew: {
    code: 42507,
    'zh-CN': '须至少保留两位已设置的管理员，请先增加一位',
    en: 'Two administrators who are set up have to remain; add another one first',
  },
  operatorSignInStale: {
    code: 42508,
    'zh-CN': '此操作须在登录后 {{minutes}} 分钟内进行，请重新登录',
    en: 'This needs a sign-in of the last {{minutes}} minutes; sign in again',
  },
  caseHasATie: {
    code: 42511,
    'zh-CN': '您与当事人有关联，不能办理此案',
    en: 'You have a tie with a party of this case and cannot hear it',
  },
  caseNotDrawn: {
    code: 42515,
    'zh-CN': '席位由系统随机抽签，此案尚未抽到您，请先办理抽到的案件',
    en: 'Seats are drawn by lot and this one has not come to you; take a case that has',
  },
  caseNotWaiting: {
    code: 42516,
    'zh-CN': '此案等待仲裁员未满 {{hours}} 小时，{{from}} 起才能指定',
    en: 'This case has not waited {{hours}} hours for an arbitrator; one can be appointed from {{from}} on',
  },
  arbitratorUnknown: {
    code: 42517,
    'zh-CN': '没有名为 {{name}} 且已设置完成的仲裁员',
    en: 'There is no arbitrator {{name}} who is set up',
  },
  arbitratorHasATie: {
    code: 42518,
    'zh-CN': '{{name}} 不能办理此案：是当事人或与其相邻，或已在此案中任职，请指定其他仲裁员',
    en: '{{name}} cannot hear this case: a party of it or next to one, or in it already; appoint somebody else',
  },
  appointerHasATie: {
    code: 42519,
    'zh-CN': '您与当事人有关联，请由另一位管理员指定',
    en: 'You have a tie with a party of this case; the other administrator appoints',
  },
  appointedByYou: {
    code: 42520,
    'zh-CN': '前一位仲裁员由您指定，这一位须由另一位管理员指定，或由抽签产生',
    en: 'You appointed the arbitrator before; this one is appointed by another administrator, or drawn',
  },
  caseNotYours: {
    code: 42512,
    'zh-CN': '您没有接手此案，请先接手',
    en: 'This case is not in your hands; take it first',
  },
  caseMoveNotAllowed: {
    code: 42513,
    'zh-CN': '案件的当前状态不能进行此操作',
    en: "This is not possible in the case's present state",
  },
  splitOutside: {
    code: 42514,
    'zh-CN': '拆分数量须大于 0 且小于 {{quantity}} LEAF',
    en: 'A split releases more than 0 and less than {{quantity}} LEAF',
  },
  operatorPageForeign: {
    code: 42521,
    'zh-CN': '此请求不是来自控制台自己的页面，请从控制台地址打开',
    en: 'This call did not come from a page of the console; open the console at its own address',
  },
  operatorSessionLocked: {
    code: 42522,
    'zh-CN': '{{minutes}} 分钟未操作，会话已锁定，请输入密码解锁',
    en: 'The session was not used for {{minutes}} min and is locked; enter your password',
  },
  operatorFactorAsked: {
    code: 42523,
    'zh-CN': '请先用通行密钥或验证器动态码完成登录',
    en: 'Finish the sign-in with your passkey or the code of your authenticator first',
  },
  operatorFactorMissing: {
    code: 42524,
    'zh-CN': '此操作涉及资金，须有第二因素：请先添加通行密钥或验证器',
    en: 'This moves money and needs a second factor: add a passkey or an authenticator first',
  },
  operatorFactorStale: {
    code: 42525,
    'zh-CN': '此操作涉及资金，请先用通行密钥或动态码确认，{{minutes}} 分钟内有效',
    en: 'This moves money: confirm with your passkey or a code first; that holds for {{minutes}} min',
  },
  operatorCodeWrong: {
    code: 42526,
    'zh-CN': '动态码不正确，请输入验证器当前显示的数字',
    en: 'The code is not right; enter the digits that the authenticator shows now',
  },
  operatorCodeUsed: {
    code: 42527,
    'zh-CN': '此动态码已使用过，请等待下一个',
    en: 'This code was used before; wait for the next one',
  },
  operatorPasskeyWrong: {
    code: 42528,
    'zh-CN': '通行密钥验证未通过，请重新发起并在 {{seconds}} 秒内完成',
    en: 'The passkey was not accepted; start again and finish within {{seconds}} s',
  },
  operatorFactorThere: {
    code: 42529,
    'zh-CN': '已有验证器或此通行密钥，如需更换请先移除',
    en: 'There is an authenticator, or this passkey, already; remove it to use another one',
  },
  operatorFactorLast: {
    code: 42530,
    'zh-CN': '这是最后一个第二因素，请先添加另一个再移除',
    en: 'This is your last second factor; add another one before you remove it',
  },
  operatorFactorNone: {
    code: 42531,
    'zh-CN': '{{name}} 没有可重置的第二因素',
    en: '{{name}} has no second factor to reset',
  },
  operatorUnknown: {
    code: 42532,
    'zh-CN': '没有名为 {{name}} 的在职操作员',
    en: 'There is no operator {{name}} whose account stands',
  },
  caseEvidenceUnopened: {
    code: 42533,
    'zh-CN': '还有 {{count}} 件证据没有打开；请先逐一打开，再查看或提交意见',
    en: 'Pieces of evidence not opened yet: {{count}}; open each, then see or give an opinion',
  },
} as const satisfies Record<string, RefusalText>

/** Codes of the refusals about what the caller's session has proven: the console asks for it. */
export const operatorProofCodes = {
  locked: operatorRefusals.operatorSessionLocked.code,
  asked: operatorRefusals.operatorFactorAsked.code,
  missing: operatorRefusals.operatorFactorMissing.code,
  stale: operatorRefusals.operatorFactorStale.code,
  signInStale: operatorRefusals.operatorSignInStale.code,
} as const
