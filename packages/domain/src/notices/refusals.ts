import type { RefusalText } from '../contract/refusal.ts'

/** 437xx: notices. */
export const noticeRefusals = {
  noticeMoveNotAllowed: {
    code: 43701,
    'zh-CN': '此公告当前状态不能这样操作，请刷新后再看',
    en: 'The notice is in another state by now; open it again to see what can be done',
  },
  noticeChanged: {
    code: 43702,
    'zh-CN': '此公告已被修改（现为第 {{version}} 版），请重新打开后再改',
    en: 'The notice was changed meanwhile (version {{version}} now); open it again and repeat your change',
  },
  noticeNotReadable: {
    code: 43703,
    'zh-CN': '正文需要修改：{{all}}',
    en: 'The text has to be mended: {{all}}',
  },
  noticePictureUnknown: {
    code: 43704,
    'zh-CN': '正文引用了不存在的图片，请重新上传',
    en: 'The text shows a picture that does not exist; upload it again',
  },
  noticeTimes: {
    code: 43705,
    'zh-CN': '发布时间须晚于现在，结束时间须晚于发布时间',
    en: 'Publishing has to lie ahead, and the end after it',
  },
  noticePicturesFull: {
    code: 43706,
    'zh-CN': '公告图片已达 {{max}} 张上限，请使用已有图片',
    en: 'Notices have {{max}} pictures, which is the most there can be; use one of them',
  },
} as const satisfies Record<string, RefusalText>
