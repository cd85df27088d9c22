import { registerTexts } from './texts/texts.ts'

/** Pictures and files of messages: uploading and showing. */
export const pictureTexts = registerTexts('pictures', {
  zh: {
    attach: '添加图片',
    attachFile: '添加视频或 PDF 文件',
    fileHint: '视频最长 {{seconds}} 秒、{{video}} MB；PDF 最大 {{pdf}} MB',
    uploading: '上传中 {{share}}%',
    uploadFailed: '图片没有上传成功：{{why}}',
    retry: '重试',
    nth: '图片 {{n}}',
    failed: '图片无法显示，点按重试',
    video: '视频 {{name}}，{{about}}',
    document: '文件 {{name}}，{{about}}',
    loading: '正在载入 {{share}}%',
    fileFailed: '没有载入：{{why}}点按继续',
    save: '保存',
    gone: '文件已删除',
  },
  en: {
    attach: 'Add pictures',
    attachFile: 'Add a video or PDF file',
    fileHint: 'Videos up to {{seconds}} seconds and {{video}} MB, PDF files up to {{pdf}} MB',
    uploading: 'Uploading {{share}}%',
    uploadFailed: 'A picture was not uploaded: {{why}}',
    retry: 'Try again',
    nth: 'Picture {{n}}',
    failed: 'This picture cannot be shown; tap to try again',
    video: 'Video {{name}}, {{about}}',
    document: 'File {{name}}, {{about}}',
    loading: 'Loading {{share}}%',
    fileFailed: 'Not loaded: {{why}} Tap to go on',
    save: 'Save',
    gone: 'This file was deleted',
  },
})
