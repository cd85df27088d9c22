import { inLanguages } from '../shell/index.ts'

/** The texts of refilling the hot wallet. */
export const refillTexts = inLanguages(
  {
    title: '补充热钱包',
    how: '由冷钱包密钥的持有人在离线设备上签名；密钥不在服务器上，也不在此页面。命令行 npm run operator -- refill 写出同一笔转账的签名请求。',
    away: '签名器没有应答，不知道热钱包还能收多少。',
    amount: '金额 USDT',
    most: (left: string) => `最多 ${left}，超过上限的部分签名器会转回冷钱包`,
    problem: {
      full: '热钱包已到上限，无需补充',
      wrong: '请输入大于 0 的金额，最多六位小数',
      tooMuch: '超过上限，多出的部分会转回冷钱包',
    },
    from: '冷钱包',
    to: '转到热钱包',
    token: '代币合约',
    chain: '链',
    qr: '这笔转账的二维码',
    moves: '链上的补充',
    none: '还没有从冷钱包转到热钱包的转账。',
    confirming: (done: number, needed: number) => `确认中 ${done} / ${needed}`,
    state: { final: '已计入', vanished: '已被链撤回' },
  },
  {
    title: 'Refill the hot wallet',
    how: 'Whoever holds the cold key signs on a device of their own: the key is on no server and not in this page. The command npm run operator -- refill writes a request for the same transfer.',
    away: 'The signer does not answer, so nobody knows what the hot wallet may still get.',
    amount: 'Amount in USDT',
    most: left => `${left} at most: the signer sends what is above the cap back to cold`,
    problem: {
      full: 'The hot wallet is at its cap and needs no refill',
      wrong: 'Enter an amount above 0 with six decimals at most',
      tooMuch: 'Above the cap: the rest would be sent back to cold',
    },
    from: 'Cold address',
    to: 'To the hot wallet',
    token: 'Token',
    chain: 'Chain',
    qr: 'QR code of this transfer',
    moves: 'Refills on the chain',
    none: 'Nothing has gone from the cold address to the hot wallet yet.',
    confirming: (done, needed) => `Confirming ${done} of ${needed}`,
    state: { final: 'Counted', vanished: 'Taken back' },
  },
)
