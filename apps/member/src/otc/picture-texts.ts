import { registerTexts } from '../shell/index.ts'

/** Pictures being uploaded. */
export const pictureTexts = registerTexts('otc.picture', {
  zh: {
    uploading_other: '正在上传 {{count}} 张图片',
    uploadWait: '请等待图片和文件上传完成',
    uploadFailedFirst: '有文件没有上传成功，请移除或重试',
    uploadFailed_other: '{{count}} 张图片上传失败：{{why}}',
    retry: '重试',
  },
  en: {
    uploading_one: 'Uploading {{count}} picture',
    uploading_other: 'Uploading {{count}} pictures',
    uploadWait: 'Wait until the pictures and files are uploaded',
    uploadFailedFirst: 'A file was not uploaded: remove it or try again',
    uploadFailed_one: '{{count}} picture was not uploaded: {{why}}',
    uploadFailed_other: '{{count}} pictures were not uploaded: {{why}}',
    retry: 'Retry',
  },
})
