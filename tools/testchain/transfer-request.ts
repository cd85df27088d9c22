import { type Address, getAddress, isAddress, zeroAddress } from 'viem'

/** Why a transfer was not made, in both languages. */
export interface Refusal {
  code: string
  zh: string
  en: string
}

export class TransferRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.en)
    this.refusal = refusal
  }
}

const refusals = {
  addressMissing: { zh: '请输入收款地址。', en: 'Enter the address of the recipient.' },
  addressTron: {
    zh: '这是 TRON 地址。测试链只有 BSC 地址（0x 开头）。',
    en: 'This is a TRON address. The test chain has BSC addresses only (they begin with 0x).',
  },
  addressMalformed: {
    zh: '地址不完整：应为 0x 加 40 位十六进制字符。',
    en: 'The address is not complete: it is 0x followed by 40 hexadecimal characters.',
  },
  addressChecksum: {
    zh: '地址校验失败，可能有字符输错。请重新复制。',
    en: 'The address fails its checksum, so a character is probably wrong. Copy it again.',
  },
  addressUnusable: {
    zh: '这个地址不能收款（零地址或代币合约）。',
    en: 'This address cannot be paid: it is the zero address or the token itself.',
  },
  amountMissing: { zh: '请输入数量。', en: 'Enter an amount.' },
  amountMalformed: {
    zh: '数量只能是数字，最多 6 位小数，例如 100 或 12.5。',
    en: 'The amount is a number with at most 6 decimals, such as 100 or 12.5.',
  },
  amountZero: { zh: '数量必须大于 0。', en: 'The amount must be more than 0.' },
  amountTooLarge: { zh: '一次最多 1,000,000 USDT。', en: 'At most 1,000,000 USDT at once.' },
} as const

const microPerUsdt = 1_000_000n
const mostMicro = 1_000_000n * microPerUsdt

/** Reads a BSC address; one in mixed case must carry a right EIP-55 checksum. */
export function readRecipient(input: unknown, token: Address): Address {
  const text = typeof input === 'string' ? input.normalize('NFKC').trim() : ''
  if (text === '') refuse('addressMissing')
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) refuse('addressTron')
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) refuse('addressMalformed')
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (isMixed && !isAddress(text)) refuse('addressChecksum')
  const address = getAddress(`0x${digits.toLowerCase()}`)
  if (address === zeroAddress || address === token) refuse('addressUnusable')
  return address
}

/** Reads an amount of USDT into micro-USDT; full-width digits of a Chinese keyboard are welcome. */
export function readAmount(input: unknown): bigint {
  const text = typeof input === 'string' ? input.normalize('NFKC').replace('。', '.').trim() : ''
  if (text === '') refuse('amountMissing')
  const parts = /^(\d{1,30})(?:\.(\d{1,6}))?$/.exec(text)
  if (parts === null) refuse('amountMalformed')
  const [, whole = '0', fraction = ''] = parts
  const micro = BigInt(whole) * microPerUsdt + BigInt(fraction.padEnd(6, '0'))
  if (micro === 0n) refuse('amountZero')
  if (micro > mostMicro) refuse('amountTooLarge')
  return micro
}

function refuse(code: keyof typeof refusals): never {
  throw new TransferRefused({ code, ...refusals[code] })
}
