import { registerTexts } from '../shell/index.ts'

/** Push messages: the offer, the choice, what prevents them, and a message for another account. */
export const pushTexts = registerTexts('notifications.push', {
  zh: {
    title: '手机推送',
    about:
      '应用关闭时也能收到。打开哪一项，本设备就推送哪一项；锁屏上只显示开关旁的这句话，不显示金额、编号和账户。',
    homeScreen:
      '先把本应用添加到主屏幕：在 Safari 中点“分享”，再点“添加到主屏幕”，然后从主屏幕打开。iPhone 和 iPad 只有这样才能接收推送。',
    unable:
      '这个浏览器不支持推送。可以换用 Chrome、Edge、Firefox 或 Safari；“通知”里仍会显示全部消息。',
    denied: '浏览器已禁止本站发送通知。请在浏览器的网站设置中允许通知，再回到这里。',
    failed: '未能开启推送，请检查网络后重试',
    saved: '修改成功',
    'offer.title': '开启推送，及时知道进展',
    'offer.text':
      '应用关闭时，挂单被吃单、对方付款、交易等您确认，手机都会提醒。锁屏上只有一句话，不显示金额和账户。',
    'offer.yes': '开启',
    'offer.no': '暂不开启',
    'offer.on': '推送已开启',
    'offer.choose': '选择推送哪些消息',
    'tapped.other': '这条推送是发给账户“{{name}}”的。',
    'tapped.gone': '这条推送所属的账户已不在本设备上。',
    'tapped.change': '切换到该账户并查看',
  },
  en: {
    title: 'Push messages',
    about:
      'They arrive while the app is closed. This device is told what you turn on; a locked screen shows these words and no amount, number or account.',
    homeScreen:
      'First add this app to the home screen: tap Share in Safari, then Add to Home Screen, and open it from there. An iPhone or iPad receives push messages in no other way.',
    unable:
      'This browser cannot receive push messages. Use Chrome, Edge, Firefox or Safari; everything still appears under Notifications.',
    denied:
      'The browser blocks notifications of this site. Allow them in the site settings of the browser, then come back.',
    failed: 'Push messages could not be turned on; check the network and try again',
    saved: 'Modified',
    'offer.title': 'Know at once what happens',
    'offer.text':
      'Your phone can tell you while the app is closed: your order was taken, the other side has paid, a trade waits for you. A locked screen shows one sentence, without amounts or accounts.',
    'offer.yes': 'Turn on',
    'offer.no': 'Not now',
    'offer.on': 'Push messages are on',
    'offer.choose': 'Choose what is pushed',
    'tapped.other': 'This message is for the account “{{name}}”.',
    'tapped.gone': 'The account that this message is for is not on this device any more.',
    'tapped.change': 'Change to it and look',
  },
})
