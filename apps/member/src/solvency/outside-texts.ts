import { registerTexts } from '../shell/index.ts'

/** How anybody checks the platform without this app. */
export const outsideTexts = registerTexts('solvency.outside', {
  zh: {
    title: '不靠本应用，自己核对',
    lead: '一个独立程序，只有一个文件，不登录也能用。它从公开的数据和链上重新核对：规则、结算、公开的根、持有地址的余额、账目与操作日志的历史，以及您保存的证明。',
    do1: '在电脑上装好 Node.js 20 或更新版本，下载程序。别人从另一处下载的应当一模一样：它开头会显示自己的 SHA-256。',
    do2: '在终端运行下面的命令；把 --rpc 后面换成您信任的 BSC 节点，不加这一项就不核对链上余额。',
    do3: '保留它写下的 banyan-verify-state.json，过些天再运行：历史若被改过，它会看出来。第一次运行无从得知以前的事。',
    do4: '想同时核对自己的证明，先在上面保存证明，再加上 --proof 和文件名。',
    command: '要运行的命令',
    download: '下载 verify.mjs',
    limits: '结束时它会列出从外面核对不了的事，以及为什么。',
  },
  en: {
    title: 'Check without this app',
    lead: 'A program of its own, one file, for everybody and without a login. From what is published and from the chain it checks again: the rules, settlements, roots, what the addresses hold, the histories of the books and of the audit log, and a proof that you saved.',
    do1: 'Have Node.js 20 or later on a computer, and download the program. Others who got it elsewhere must have the very same one: it begins by showing its own SHA-256.',
    do2: 'Run the command below in a terminal. Put the address of a BSC node that you trust behind --rpc; without it balances on the chain are not looked at.',
    do3: 'Keep the file banyan-verify-state.json that it writes, and run it again on another day: it sees when history was changed. A first run cannot know what was before.',
    do4: 'To check your own proof as well, save it above and add --proof with the name of the file.',
    command: 'The command',
    download: 'Download verify.mjs',
    limits: 'At its end it lists what nobody can check from outside, and why.',
  },
})
