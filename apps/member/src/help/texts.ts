import { registerTexts } from '../shell/index.ts'

/** What the pages of the help say around its articles. */
export const texts = registerTexts('help', {
  zh: {
    search: '搜索',
    searchHint: '例如：放币、助记词、手续费',
    none: '没有找到。换个词，或直接问客服。',
    noneForVisitors: '没有找到。换个词试试。',
    topics: '帮助主题',
    steps: '怎么做',
    why: '须知',
    figures: '现行数字',
    pages: '相关页面',
    next: '下一篇：{{title}}',
    service: '还没解决？联系客服',
    serviceAfterLogin: '登录后可以联系客服。登录不了？',
  },
  en: {
    search: 'Search',
    searchHint: 'Such as: release, recovery, fee',
    none: 'Nothing found. Try another word, or ask service.',
    noneForVisitors: 'Nothing found. Try another word.',
    topics: 'Topics of the help',
    steps: 'What to do',
    why: 'Good to know',
    figures: 'Figures in force',
    pages: 'Where to go',
    next: 'Next: {{title}}',
    service: 'Not solved? Contact service',
    serviceAfterLogin: 'You can contact service after you log in. You cannot log in?',
  },
})
