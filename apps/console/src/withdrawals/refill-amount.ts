import { amountPattern, parseAmount } from '@banyan/domain'

/** Micro-USDT that the hot wallet may get up to its cap: the signer sends more back. */
export function leftBelowCap(held: string, cap: string): bigint {
  const left = parseAmount(cap) - parseAmount(held)
  return left > 0n ? left : 0n
}

/** Why an amount that was typed cannot be used; null where it can. */
export function refillProblem(amount: string, left: bigint): 'full' | 'wrong' | 'tooMuch' | null {
  if (left === 0n) return 'full'
  if (!amountPattern(6).test(amount) || !/[1-9]/.test(amount)) return 'wrong'
  return parseAmount(amount) > left ? 'tooMuch' : null
}

/** The transfer as wallets read it from a QR code (ERC-681): token, chain, receiver and amount. */
export function refillUri(of: {
  token: string
  tokenDecimals: number
  chainId: number
  hot: string
  amount: string
}): string {
  const units = parseAmount(of.amount) * 10n ** BigInt(of.tokenDecimals - 6)
  return `ethereum:${of.token}@${of.chainId}/transfer?address=${of.hot}&uint256=${units}`
}
