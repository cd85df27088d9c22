import { registerTexts } from '../shell/index.ts'

/** Push messages: the choice, and what stands in its way. */
export const pushTexts = registerTexts('notifications.push', {
  zh: {
    title: '手机推送',
    about: '选择要推送到本设备的消息。应用关闭时也能收到，推送中不显示金额。',
    taken: '挂单被吃单',
    paid: '买家已付款',
    release: '待您放币',
    case: '仲裁需要您处理',
    credited: '充值或币已到账',
    sent: '转出已汇出',
    homeScreen:
      '先把本应用添加到主屏幕：在 Safari 中点“分享”，再点“添加到主屏幕”，然后从主屏幕打开。iPhone 和 iPad 只有这样才能接收推送。',
    unable: '这个浏览器不支持推送。可以换用 Chrome、Edge、Firefox 或 Safari；通知仍会显示在这里。',
    denied: '浏览器已禁止本站发送通知。请在浏览器的网站设置中允许通知，再回到这里。',
    failed: '未能开启推送，请检查网络后重试',
    saved: '修改成功',
  },
  en: {
    title: 'Push messages',
    about:
      'Choose what is pushed to this device. It arrives while the app is closed, and shows no amounts.',
    taken: 'An order of yours is taken',
    paid: 'The buyer has paid',
    release: 'You are to release',
    case: 'A case needs you',
    credited: 'A recharge or coin has arrived',
    sent: 'A withdrawal is sent',
    homeScreen:
      'First add this app to the home screen: tap Share in Safari, then Add to Home Screen, and open it from there. An iPhone or iPad receives push messages in no other way.',
    unable:
      'This browser cannot receive push messages. Use Chrome, Edge, Firefox or Safari; notifications still appear here.',
    denied:
      'The browser blocks notifications of this site. Allow them in the site settings of the browser, then come back.',
    failed: 'Push messages could not be turned on; check the network and try again',
    saved: 'Modified',
  },
})
