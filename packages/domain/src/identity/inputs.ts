import { z } from 'zod'
import { personText, rule } from '../contract/wire.ts'
import { digitCodePattern } from '../validators/digit-code.ts'

/** How many characters what a member types has, at least and at most. */
export const lengths = {
  nickname: { least: 2, most: 20 },
  loginPassword: { least: 8, most: 64 },
  paymentPassword: { least: 6, most: 32 },
} as const

/** At least one letter and one digit, and no half of a surrogate pair: that could not be hashed. */
const letterAndDigit = /^(?=.*\p{L})(?=.*\p{Nd})\P{Cs}*$/su

/** 8 to 64 characters with at least one letter and one digit; Unicode allowed, NFC, never cut. */
export const loginPassword = z
  .string(rule('loginPasswordRequired'))
  .min(1, rule('loginPasswordRequired'))
  .transform(text => text.normalize('NFC'))
  .pipe(
    z
      .string()
      .min(lengths.loginPassword.least, rule('loginPasswordFormat'))
      .max(lengths.loginPassword.most, rule('loginPasswordFormat'))
      .regex(letterAndDigit, rule('loginPasswordFormat')),
  )

/** True for 111111, 123456, 987654, 121212, 19900101 and their like: the first guesses of a thief. */
export function isWeakPin(pin: string): boolean {
  return runsEvenly(pin) || repeats(pin) || isDate(pin)
}

/** Every digit the same, or one up or one down from the one before (0 follows 9). */
function runsEvenly(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, i) => (Number(digit) - Number(pin[i]) + 10) % 10)
  return steps.every(step => step === steps[0]) && [0, 1, 9].includes(steps[0] ?? 0)
}

/** A group of up to four digits, again and again. */
const repeats = (pin: string): boolean =>
  [1, 2, 3, 4].some(n => pin.length >= 2 * n && [...pin].every((digit, i) => digit === pin[i % n]))

/** A day written as people here write it: yyMMdd, or yyyyMMdd of a life that may still go on. */
const isDate = (pin: string): boolean =>
  /^((19|20)\d\d|\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(pin)

/** 6 to 32 digits, not one that a thief tries first. */
export const newPaymentPassword = z
  .string(rule('paymentPasswordRequired'))
  .min(1, rule('paymentPasswordRequired'))
  .regex(/^\d*$/, rule('paymentPasswordFormat'))
  .min(lengths.paymentPassword.least, rule('paymentPasswordShort'))
  .max(lengths.paymentPassword.most, rule('paymentPasswordFormat'))
  .refine(
    pin => pin.length < lengths.paymentPassword.least || !isWeakPin(pin),
    rule('paymentPasswordWeak'),
  )

/** A payment password given for an act: only its presence is asked; the server compares. */
export const givenPaymentPassword = z
  .string(rule('paymentPasswordRequired'))
  .min(1, rule('paymentPasswordRequired'))
  .max(64, rule('paymentPasswordFormat'))

/** 2 to 20 characters, two of them at least letters, digits or signs. */
export const nickname = z
  .string(rule('nicknameRequired'))
  .trim()
  .min(1, rule('nicknameRequired'))
  .pipe(personText(lengths.nickname.most))
  .pipe(
    z
      .string()
      .min(lengths.nickname.least, rule('nicknameFormat'))
      .max(lengths.nickname.most, rule('nicknameFormat'))
      .refine(
        text => (text.match(/[\p{L}\p{N}\p{P}\p{S}]/gu) ?? []).length >= 2,
        rule('nicknameFormat'),
      ),
  )

/**
 * 8 letters and digits, any case. Codes are written without I, L, O and U (Crockford's base 32),
 * so those that look like a digit are read as that digit.
 */
export const inviteCode = z
  .string(rule('inviteCodeRequired'))
  .trim()
  .min(1, rule('inviteCodeRequired'))
  .transform(code => code.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1'))
  .pipe(z.string().regex(/^[0-9A-Z]{8}$/, rule('inviteCodeFormat')))

/** 8 digits. */
export const accountId = z
  .string(rule('accountIdRequired'))
  .trim()
  .min(1, rule('accountIdRequired'))
  .regex(digitCodePattern(8), rule('accountIdFormat'))

/** The shape of a BSC address; the EIP-55 checksum is the server's to judge. */
export const bscAddress = z
  .string(rule('required'))
  .trim()
  .regex(/^0x[0-9a-fA-F]{40}$/, rule('bscAddress'))

/** The shape of a TRON address; its base58 checksum is the server's to judge. */
export const tronAddress = z
  .string(rule('required'))
  .trim()
  .regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/, rule('tronAddress'))

/** How a counterparty can reach the member: they have to be able to. */
export const receivingContact = z
  .string(rule('contactRequired'))
  .refine(text => text.trim() !== '', { ...rule('contactRequired'), abort: true })
  .pipe(personText(140))
