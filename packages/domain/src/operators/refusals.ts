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
} as const satisfies Record<string, RefusalText>
