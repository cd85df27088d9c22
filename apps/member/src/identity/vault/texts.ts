import { registerTexts } from '../../shell/index.ts'

/** The words that are kept on this device: keeping, opening, exporting. */
export const vaultTexts = registerTexts('identity.vault', {
  zh: {
    offer: {
      title: '在本机保管助记词？',
      text: '助记词用登录密码加密保存在本机，从不上传。以后可在“导出助记词”中查看。',
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
      title: 'Keep the recovery phrase on this device?',
      text: 'It is encrypted here with your login password and a key that cannot leave this browser, and never uploaded. See it again under “Export recovery phrase”.',
      paper: 'Browsers may clear their data. Always keep a copy on paper too.',
      renew:
        'This phrase is already kept here. If the login password was reset since, encrypt it again with the current one.',
      password: 'Login password',
      keep: 'Keep on this device',
      later: 'Not now',
      forgotten: 'Forgotten the login password?',
      kept: 'Kept on this device',
      failed: 'Not kept: this browser does not allow it, for example in a private window.',
      creating: 'Keep the recovery phrase on this device',
      creatingText:
        'Encrypted with the login password, never uploaded. See it again under “Export recovery phrase”.',
    },
    locked: {
      title: 'The recovery phrase is kept on this device',
      text: 'Enter the login password to see it. It is opened on this device and never uploaded.',
      submit: 'Open and show',
      wrong:
        'This password does not open it. If the login password was changed elsewhere, use the one from before.',
      lost: 'Cannot open it? Type your written copy to replace it',
      forget: 'Delete from this device',
      forgetTitle: 'Delete the recovery phrase from this device?',
      forgetText:
        'Only the copy in this browser is deleted. Your account and assets are not affected. Without a written copy you cannot see the phrase again.',
      forgotten: 'Removed',
    },
    elsewhere: {
      title: 'Recovery phrase not on this device',
      text: 'It is never uploaded, so we do not have it. It can only be:',
      paper: 'on the paper you wrote it on when you created the account',
      device: 'in the browser you created the account with, if you kept it there',
      evicted:
        'If this is that device, the browser may have cleared its data. That copy cannot be restored.',
      enter: 'Enter the phrase to keep it here',
      enterNote:
        'You log in with the phrase once, then enter the login password. Password login works without it.',
    },
    open: {
      lead: 'Write down these 12 words in order',
      text: 'Whoever has them has your account. They lock again when you leave this page or the app.',
      verify: 'I wrote them down. Verify',
      relocked: 'Locked again',
    },
    verified: 'Verified',
    done: 'Done',
    right: 'Correct. Your copy is good',
  },
})
