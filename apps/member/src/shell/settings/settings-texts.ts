import { registerTexts } from '../texts/texts.ts'

/** The settings page. */
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
    help: '帮助',
    logout: '退出登录',
    logoutTitle: '退出登录？',
    logoutText: '账户会留在本设备的列表里；再次进入需要登录密码或助记词。',
  },
  en: {
    language: 'Language',
    theme: 'Theme',
    themeSystem: 'System',
    themeDark: 'Dark',
    themeLight: 'Light',
    trend: 'Price colours',
    trendCn: 'Red up, green down',
    trendIntl: 'Green up, red down',
    trendSafe: 'Blue up, orange down',
    help: 'Help',
    logout: 'Log out',
    logoutTitle: 'Log out?',
    logoutText:
      'The account stays on this device. To open it again you need the login password or the recovery phrase.',
  },
})
