import { figureText } from '@banyan/ui'

const decimalsOf = (amount: string): string => amount.split('.')[1] ?? ''

/** A payment in a sentence: its last zeros identify it as much as the other digits. */
export const paymentText = (amount: string): string =>
  figureText(amount, Math.max(2, decimalsOf(amount).length))

/** The digits after the cents, which distinguish a payment from others; empty for one of whole cents. */
export const tailDigits = (amount: string): string => decimalsOf(amount).slice(2)
