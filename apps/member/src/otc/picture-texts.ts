import { registerTexts } from '../shell/index.ts'

/** Pictures being uploaded. */
export const pictureTexts = registerTexts('otc.picture', {
  zh: {
    uploading_other: '正在上传 {{count}} 张图片',
    uploadWait: '请等待图片上传完成',
    uploadFailed_other: '{{count}} 张图片上传失败：{{why}}',
    retry: '重试',
  },
  en: {
    uploading_one: 'Uploading {{count}} picture',
    uploading_other: 'Uploading {{count}} pictures',
    uploadWait: 'Wait until the pictures are uploaded',
    uploadFailed_one: '{{count}} picture was not uploaded: {{why}}',
    uploadFailed_other: '{{count}} pictures were not uploaded: {{why}}',
    retry: 'Retry',
  },
})
