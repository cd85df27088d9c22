/** What stands around the text of a notice: the member app and the preview of its writers show the same. */
export const noticeWords = {
  zh: {
    ended: '已结束',
    publishedAt: '发布于',
    editedAt: '更正于',
    endsAt: '有效至',
    picture: '查看图片：{{name}}',
    pictureFailed: '图片加载失败，点按重试',
    unnamed: '图片',
    elsewhere: '（打开外部网站）',
  },
  en: {
    ended: 'Ended',
    publishedAt: 'Published',
    editedAt: 'Corrected',
    endsAt: 'In force until',
    picture: 'View picture: {{name}}',
    pictureFailed: 'The picture did not load. Tap to try again',
    unnamed: 'Picture',
    elsewhere: ' (opens another website)',
  },
} as const
