import type { RefusalText } from '../contract/refusal.ts'

/** 418xx: pictures. */
export const uploadRefusals = {
  uploadNotAPicture: {
    code: 41801,
    'zh-CN': '请选择 JPEG、PNG 或 WebP 图片',
    en: 'Choose a JPEG, PNG or WebP picture',
  },
  uploadTooLarge: {
    code: 41802,
    'zh-CN': '图片不能超过 8 MB',
    en: 'A picture can have at most 8 MB',
  },
  uploadUnreadable: {
    code: 41803,
    'zh-CN': '图片无法读取，请换一张',
    en: 'This picture cannot be read; choose another',
  },
  uploadDailyLimit: {
    code: 41804,
    'zh-CN': '今天上传的图片已达上限',
    en: "You have reached today's limit of pictures",
  },
} as const satisfies Record<string, RefusalText>
