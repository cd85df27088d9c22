import type { RefusalText } from '../contract/refusal.ts'

/** 438xx: service chat and feedback. */
export const serviceRefusals = {
  recoveryWordsInText: {
    code: 43801,
    'zh-CN':
      '这段内容像是助记词，没有发送，也没有保存。任何人拿到助记词就能取走您的资产，请勿发给任何人，包括客服',
    en: 'This looks like a recovery phrase. It was not sent and not stored. With it, anyone can take all you have: never send it to anyone, service included',
  },
  servicePictureUnknown: {
    code: 43802,
    'zh-CN': '有图片或文件不存在，请重新上传',
    en: 'A picture or file was not found; upload it again',
  },
  conversationNotRatable: {
    code: 43803,
    'zh-CN': '只能评价已结束的会话，每次会话一次',
    en: 'Only a closed conversation can be rated, and once',
  },
  feedbackDailyLimit: {
    code: 43804,
    'zh-CN': '24 小时内最多提交 {{max}} 条反馈，请晚些再提交',
    en: 'You can send {{max}} pieces of feedback in 24 hours; send this one later',
  },
  conversationTaken: {
    code: 43811,
    'zh-CN': '这次会话已由 {{name}} 接待',
    en: '{{name}} attends to this conversation already',
  },
  conversationNotYours: {
    code: 43812,
    'zh-CN': '请先接待这次会话',
    en: 'Take this conversation first',
  },
  conversationClosed: {
    code: 43813,
    'zh-CN': '这次会话已结束；会员再次来信时会开启新的会话',
    en: 'This conversation is closed; a new one opens when the member writes again',
  },
  conversationHasNews: {
    code: 43814,
    'zh-CN': '会员又发来了消息，请先查看再结束',
    en: 'The member has written since; read it before you close',
  },
  supportUnknown: {
    code: 43815,
    'zh-CN': '没有名为 {{name}} 且已设置完成的客服',
    en: 'There is no support operator {{name}} who is set up',
  },
  feedbackAnswered: {
    code: 43816,
    'zh-CN': '这条反馈已由 {{name}} 回复',
    en: 'This feedback was answered by {{name}} already',
  },
} as const satisfies Record<string, RefusalText>
