import { registerTexts } from '../../shell/index.ts'

/** The words that are kept on this device: keeping, opening, exporting. */
export const vaultTexts = registerTexts('identity.vault', {
  zh: {
    offer: {
      title: '在本机保管助记词？',
      text: '助记词会在本机加密两次：一次用您的登录密码，一次用这个浏览器里无法导出的密钥。从不上传；以后可在“导出助记词”中凭登录密码查看。',
      paper: '浏览器可能清除本机数据，请始终另留一份纸笔抄写。',
      renew: '本机已保管过这组助记词。如果之后重置过登录密码，请在此用现在的密码重新加密。',
      password: '登录密码',
      keep: '保管在本机',
      later: '暂不',
      forgotten: '忘记登录密码？',
      kept: '已保管在本机',
      failed: '浏览器不允许在本机保存（例如无痕模式），没有保管。',
      creating: '在本机加密保管助记词',
      creatingText: '用登录密码加密，从不上传；以后可在“导出助记词”中查看。',
    },
    locked: {
      title: '助记词保管在本机',
      text: '输入登录密码以解密。助记词只在本机解密，从不上传。',
      submit: '解密并查看',
      wrong: '无法用这个密码打开。如果登录密码在别处重置或修改过，只有当时的旧密码才能打开。',
      lost: '打不开？重新输入纸上的助记词来替换',
      forget: '从本机删除',
      forgetTitle: '从本机删除助记词？',
      forgetText:
        '只删除这个浏览器里的加密副本，账户和资产不受影响。没有纸上的抄写，就再也看不到它们。',
      forgotten: '移除成功',
    },
    elsewhere: {
      title: '助记词不在这台设备上',
      text: '助记词从不上传，服务器上没有。它只可能在：',
      paper: '创建账户时您抄写的纸上',
      device: '当时创建账户、并选择了“保管在本机”的那台设备的同一个浏览器里',
      evicted:
        '如果就是这台设备：浏览器可能已清除了它的数据（例如清理缓存、长期未使用），那份副本无法找回。',
      enter: '输入助记词，保管到本机',
      enterNote: '会用助记词登录一次，然后询问登录密码。没有助记词也不影响用登录密码登录。',
    },
    open: {
      lead: '按顺序抄写这 12 个词',
      text: '谁有这些词，谁就拥有账户。离开此页或切到后台即重新锁定。',
      verify: '我已抄写，去验证',
      relocked: '已重新锁定',
    },
    verified: '验证成功',
    done: '完成',
    right: '顺序正确，您的抄写可靠',
  },
  en: {
    offer: {
      title: 'Keep the words on this device?',
      text: 'They are sealed twice here: by your login password, and by a key that cannot leave this browser. They are never uploaded; "Export words" shows them again for the login password.',
      paper: 'A browser may clear its data: always keep a copy on paper too.',
      renew:
        'These words are kept here already. If the login password was reset since, seal them anew by the present one.',
      password: 'Login password',
      keep: 'Keep on this device',
      later: 'Not now',
      forgotten: 'Forgotten the login password?',
      kept: 'Kept on this device',
      failed: 'The browser lets nothing be kept here (a private window, for example); nothing was.',
      creating: 'Keep the words sealed on this device',
      creatingText:
        'Sealed by the login password, never uploaded; "Export words" shows them again.',
    },
    locked: {
      title: 'The words are kept on this device',
      text: 'Enter the login password to open them. They are opened on this device and never uploaded.',
      submit: 'Open and show',
      wrong:
        'This password does not open them. If the login password was reset or changed elsewhere, only the one of that time does.',
      lost: 'Cannot open them? Replace them by typing your written copy',
      forget: 'Delete from this device',
      forgetTitle: 'Delete the words from this device?',
      forgetText:
        'Only the sealed copy in this browser goes; account and assets stay. Without a written copy you will not see the words again.',
      forgotten: 'Removed',
    },
    elsewhere: {
      title: 'The words are not on this device',
      text: 'They are never uploaded, so the service does not have them. They can only be:',
      paper: 'on the paper you wrote them on when the account was made',
      device: 'in the browser that made the account, if you chose to keep them there',
      evicted:
        'If this is that device, its browser may have cleared its data (cleaning up, or long without use): that copy cannot be brought back.',
      enter: 'Type the words to keep them',
      enterNote:
        'You log in by the words once, then the login password is asked for. Logging in by the password works without them.',
    },
    open: {
      lead: 'Write down these 12 words in order',
      text: 'Anybody who has them has the account. They lock again when you leave this page or the app is hidden.',
      verify: 'Written down, now verify',
      relocked: 'Locked again',
    },
    verified: 'Verified',
    done: 'Done',
    right: 'The order is right: your copy is good',
  },
})
