import type { RefusalText } from '../contract/refusal.ts'

/** 421xx: distributed members. */
export const distributionRefusals = {
  distributedConditions: {
    code: 42101,
    'zh-CN': '还有条件未满足，请先完成后再申请',
    en: 'Not every condition is met yet; complete them first',
  },
  distributedState: {
    code: 42102,
    'zh-CN': '您的推广资格状态已变化，请刷新后再试',
    en: 'Your status has changed; look again and then try',
  },
  quizClosed: {
    code: 42103,
    'zh-CN': '今天的作答次数已用完，明天可以再次作答',
    en: "Today's tries are used up; the quiz is open again tomorrow",
  },
  quizPassed: {
    code: 42104,
    'zh-CN': '您已通过风险测验，无需重复作答',
    en: 'You have passed the quiz and need not take it again',
  },
  quizAnswered: {
    code: 42105,
    'zh-CN': '这份测验已作答，请重新开始',
    en: 'These questions were answered already; start again',
  },
  quizIncomplete: {
    code: 42106,
    'zh-CN': '请回答每一道题',
    en: 'Answer every question',
  },
  conductChanged: {
    code: 42107,
    'zh-CN': '行为守则已更新，请重新阅读后签署',
    en: 'The conduct code has changed; read it again and then sign',
  },
  appealMade: {
    code: 42108,
    'zh-CN': '您已提交申诉，请等待处理结果',
    en: 'You have appealed already; please wait for the answer',
  },
  insiderUnknown: {
    code: 42109,
    'zh-CN': '没有账户 ID 为 {{accountId}} 的会员，请核对后重新提出',
    en: 'No member has the account ID {{accountId}}; check it and propose again',
  },
  insiderListed: {
    code: 42110,
    'zh-CN': '账户 {{accountId}} 已在平台自己的账户名单上，无需再次列入',
    en: 'Account {{accountId}} is on the list of the platform’s own accounts already; nothing is left to do',
  },
  statusActNotNow: {
    code: 42111,
    'zh-CN': '此会员目前的推广资格状态不能这样处理，请重新查看',
    en: 'The member’s status does not allow this now; look at it again',
  },
  statusChanged: {
    code: 42112,
    'zh-CN': '提出之后，此会员的推广资格或申诉已有变化，请重新查看并另行提出',
    en: 'The member’s status or appeal has changed since this was proposed; look again and propose anew',
  },
  statusAppealYours: {
    code: 42113,
    'zh-CN': '这次暂停由您提出或批准；对申诉的处理须由未参与的操作员批准',
    en: 'You proposed or approved this suspension; somebody who did neither has to approve the answer to its appeal',
  },
} as const satisfies Record<string, RefusalText>
