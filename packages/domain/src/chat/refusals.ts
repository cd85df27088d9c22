import type { RefusalText } from '../contract/refusal.ts'

/** 432xx: the chat of a trade. */
export const chatRefusals = {
  chatClosed: {
    code: 43201,
    'zh-CN': '这笔交易已结束超过 {{days}} 天，不能再发消息',
    en: 'This trade has been over for more than {{days}} days; nothing can be added to its chat',
  },
  chatPictureUnknown: {
    code: 43202,
    'zh-CN': '有图片或文件不存在，请重新上传',
    en: 'A picture or file was not found; upload it again',
  },
} as const satisfies Record<string, RefusalText>
