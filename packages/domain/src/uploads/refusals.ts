import type { RefusalText } from '../contract/refusal.ts'

/** 418xx: pictures, videos and documents. */
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
    'zh-CN': '24 小时内最多上传 {{max}} 个图片、视频或文件，请晚些再传',
    en: 'You can send {{max}} pictures, videos or files in 24 hours; send this one later',
  },
  uploadTooHeavy: {
    code: 41805,
    'zh-CN': '这张图片展开后过大，无法处理；请打开它截图，再上传截图',
    en: 'This picture is too large once unpacked; open it and send a screenshot of it instead',
  },
  uploadAccountFull: {
    code: 41806,
    'zh-CN':
      '您的图片和文件已占满每个账户的 {{max}} MB；请在“我的数据”中删除不再需要的，或改传更小的图片，例如裁剪过的截图；旧原图约 {{days}} 天后自动清除',
    en: 'Your pictures and files fill the {{max}} MB of an account. Delete what is no longer needed under "My data", or send a smaller picture, such as a cropped screenshot. Originals leave after about {{days}} days and make room',
  },
  uploadDiskFull: {
    code: 41807,
    'zh-CN': '存储空间将满，暂停接收图片和文件；已上传的不受影响，请一小时后再试',
    en: 'Storage is nearly full, so no pictures or files are taken in for now. What you sent is safe; try again in an hour',
  },
  uploadOnlyOne: {
    code: 41808,
    'zh-CN': '一次只能上传一个图片或文件，请逐个上传',
    en: 'Send one picture or file at a time, and nothing else with it',
  },
  fileNotTaken: {
    code: 41809,
    'zh-CN': '只能发送 MP4 或 MOV 视频和 PDF 文件；其他文件请另存为 PDF，或截图后作为图片发送',
    en: 'Only MP4 or MOV videos and PDF files can be sent. Save other files as PDF, or send a screenshot as a picture',
  },
  videoTooLarge: {
    code: 41810,
    'zh-CN': '视频不能超过 {{max}} MB；请剪短，或用较低的清晰度重新录制',
    en: 'A video can have at most {{max}} MB. Cut it shorter, or record it at a lower quality',
  },
  videoTooLong: {
    code: 41811,
    'zh-CN': '视频不能超过 {{max}} 秒，请剪短后再发送',
    en: 'A video can be at most {{max}} seconds long. Cut it shorter and send it again',
  },
  videoUnreadable: {
    code: 41812,
    'zh-CN': '视频无法读取；请用手机相机重新录制，或在相册中另存为 MP4 后再发送',
    en: 'This video cannot be read. Record it again with the camera of your phone, or save it as MP4 first',
  },
  documentTooLarge: {
    code: 41813,
    'zh-CN': 'PDF 文件不能超过 {{max}} MB；请只保留需要的页再发送',
    en: 'A PDF file can have at most {{max}} MB. Keep only the pages that are needed',
  },
  documentUnreadable: {
    code: 41814,
    'zh-CN': 'PDF 文件不完整或已损坏；请重新导出，或截图后作为图片发送',
    en: 'This PDF file is incomplete or damaged. Export it again, or send screenshots as pictures',
  },
  documentLocked: {
    code: 41815,
    'zh-CN': 'PDF 文件设有密码，无法检查；请打开后“打印为 PDF”，再发送新文件',
    en: 'This PDF file has a password, so it cannot be checked. Open it, print it to a new PDF and send that',
  },
  documentActive: {
    code: 41816,
    'zh-CN':
      'PDF 文件含有脚本、附件、表单或其他会自动执行的内容，不能接收；请打开后“打印为 PDF”，再发送新文件',
    en: 'This PDF file holds a script, an attachment, a form or something else that acts by itself. Open it, print it to a new PDF and send that',
  },
  filesUnderWay: {
    code: 41817,
    'zh-CN': '还有 {{max}} 个文件正在上传，请等其中一个完成后再传',
    en: '{{max}} files are on their way already; send this one when one of them has arrived',
  },
  uploadsAway: {
    code: 41818,
    'zh-CN':
      '图片和文件的存储服务暂时无法使用，其他功能不受影响；您已上传的内容都在，请几分钟后再试',
    en: 'The storage of pictures and files cannot be used at the moment; everything else works. What you sent before is safe. Try again in a few minutes',
  },
} as const satisfies Record<string, RefusalText>
