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
