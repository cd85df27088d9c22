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
    'zh-CN': '24 小时内最多上传 {{max}} 张图片，请晚些再传',
    en: 'You can send {{max}} pictures in 24 hours; send this one later',
  },
  uploadTooHeavy: {
    code: 41805,
    'zh-CN': '这张图片展开后过大，无法处理；请打开它截图，再上传截图',
    en: 'This picture is too large once unpacked; open it and send a screenshot of it instead',
  },
  uploadAccountFull: {
    code: 41806,
    'zh-CN':
      '您的图片已占满每个账户的 {{max}} MB；旧原图约 {{days}} 天后自动清除并腾出空间，现在请改传更小的图片，例如裁剪过的截图',
    en: 'Your pictures fill the {{max}} MB of an account. Originals leave after about {{days}} days and make room; for now send a smaller picture, such as a cropped screenshot',
  },
  uploadDiskFull: {
    code: 41807,
    'zh-CN': '存储空间将满，暂停接收图片；已上传的图片不受影响，请一小时后再试',
    en: 'Storage is nearly full, so no pictures are taken in for now. What you sent is safe; try again in an hour',
  },
  uploadOnlyOne: {
    code: 41808,
    'zh-CN': '一次只能上传一张图片，请逐张上传',
    en: 'Send one picture at a time, and nothing else with it',
  },
} as const satisfies Record<string, RefusalText>
