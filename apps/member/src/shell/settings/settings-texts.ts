import { registerTexts } from '../texts/texts.ts'

/** What the settings page says. */
export const settingsTexts = registerTexts('settings', {
  zh: {
    language: '语言',
    theme: '主题',
    themeSystem: '跟随系统',
    themeDark: '深色',
    themeLight: '浅色',
    trend: '涨跌颜色',
    trendCn: '红涨绿跌',
    trendIntl: '绿涨红跌',
    trendSafe: '蓝涨橙跌',
    trendSample: '示例',
  },
  en: {
    language: 'Language',
    theme: 'Theme',
    themeSystem: 'System',
    themeDark: 'Dark',
    themeLight: 'Light',
    trend: 'Movement colours',
    trendCn: 'Red up, green down',
    trendIntl: 'Green up, red down',
    trendSafe: 'Blue up, orange down',
    trendSample: 'Sample',
  },
})
