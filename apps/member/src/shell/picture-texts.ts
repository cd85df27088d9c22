import { registerTexts } from './texts/texts.ts'

/** Pictures of messages: uploading and showing. */
export const pictureTexts = registerTexts('pictures', {
  zh: {
    attach: '添加图片',
    uploading: '图片上传中 {{share}}%',
    uploadFailed: '图片没有上传成功：{{why}}',
    retry: '重试',
    nth: '图片 {{n}}',
    failed: '图片无法显示，点按重试',
  },
  en: {
    attach: 'Add pictures',
    uploading: 'Uploading {{share}}%',
    uploadFailed: 'A picture was not uploaded: {{why}}',
    retry: 'Try again',
    nth: 'Picture {{n}}',
    failed: 'This picture cannot be shown; tap to try again',
  },
})
