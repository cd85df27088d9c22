import { registerTexts } from '../shell/index.ts'

/** Why an account was logged out from elsewhere, and undoing a reset of its login password. */
export const endedTexts = registerTexts('sessions.ended', {
  zh: {
    why: {
      passwordReset: '{{name}} 的登录密码被重置，所有设备都已退出登录。',
      passwordChanged: '{{name}} 的登录密码已在其他设备修改，请用新密码登录。',
      resetCancelled: '{{name}} 的密码重置已被撤销，请用重置之前的密码登录。',
      revoked: '{{name}} 已被其他设备退出登录。',
      replaced: '{{name}} 在别处登录过多，本设备最久未用，已退出登录。',
      accountClosed: '{{name}} 的账户已注销，不能再登录。',
      operator: '平台已让 {{name}} 在所有设备上退出登录，请重新登录；如怀疑密码泄露，请立即修改。',
      expired: '{{name}} 的登录已过期，请重新登录。',
    },
    undoUntil: '如果不是您本人，可以用重置之前的密码撤销，截止',
    undo: '不是我，撤销',
    tooLate: '已不能在本设备撤销。不是您本人？请立即用助记词登录并重置登录密码。',
    undoTitle: '撤销登录密码重置',
    undoText:
      '输入 {{name}} 重置之前的登录密码。撤销后原密码恢复有效，其他设备全部退出；转出与出售的冻结仍到期才解除。',
    replaced: '重置之前的登录密码',
    undoConfirm: '撤销重置并登录',
    undone: '重置已撤销',
  },
  en: {
    why: {
      passwordReset: 'The login password of {{name}} was reset; every device was logged out.',
      passwordChanged:
        'The login password of {{name}} was changed on another device. Log in with the new one.',
      resetCancelled:
        'A password reset of {{name}} was undone. Log in with the password from before it.',
      revoked: '{{name}} was logged out from another device.',
      replaced:
        '{{name}} is logged in on too many devices. This one was unused the longest and was logged out.',
      accountClosed: 'The account of {{name}} is closed; nobody can log in to it any more.',
      operator:
        'The platform logged {{name}} out on every device. Log in again, and change your passwords if somebody else may know them.',
      expired: 'The login of {{name}} has expired. Log in again.',
    },
    undoUntil: 'Not you? Undo it with the password from before the reset, until',
    undo: 'Not me, undo it',
    tooLate:
      'It can no longer be undone on this device. Not you? Log in with the recovery phrase now and reset the login password.',
    undoTitle: 'Undo the reset of the login password',
    undoText:
      'Enter the login password of {{name}} from before the reset. It works again and all other devices are logged out. Withdrawals and selling stay frozen until the freeze ends.',
    replaced: 'Login password from before the reset',
    undoConfirm: 'Undo the reset and log in',
    undone: 'The reset is undone',
  },
})
