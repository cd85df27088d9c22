import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, rule } from '../contract/wire.ts'
import { deviceCode, nonce, publicKey, signature } from '../sessions/inputs.ts'
import {
  bscAddress,
  inviteCode,
  loginPassword,
  newPaymentPassword,
  nickname,
  receivingContact,
  tronAddress,
} from './inputs.ts'

/** One account of a device's list. Masked: no field of it permits a login. */
export const accountListItem = z.object({
  uuid: z.uuid(),
  accountId: z.string(),
  nickname: z.string(),
  lastUsedAt: instant,
})
export type AccountListItem = z.infer<typeof accountListItem>

/** The specification's one public call. Returns an empty list for a malformed or unknown device code. */
export const accountList = endpoint({
  id: 'user.accountList',
  path: '/api/user/account-list',
  access: 'public',
  summary: 'Accounts of this device, newest use first; the first is the current user.',
  query: z.object({ device_code: z.string().max(200).optional().catch(undefined) }),
  answer: z.array(accountListItem),
})

/** Removes an account from this device's list and ends its sessions here. */
export const removeFromDevice = endpoint({
  id: 'user.removeFromDevice',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/user/account-list/remove',
  summary: 'Remove the calling account from this device.',
  body: z.strictObject({ deviceCode }),
  answer: z.object({}),
})

/** Makes an account the current one of this device. */
export const switchAccount = endpoint({
  id: 'user.switch',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/user/switch',
  summary: 'Make the calling account the current one of this device.',
  body: z.strictObject({ deviceCode }),
  answer: z.object({}),
})

/** Returns the owner of an invitation code, before an account is created with it. */
export const inviter = endpoint({
  id: 'user.inviter',
  path: '/api/user/inviter',
  access: 'public',
  summary: 'The nickname behind an invitation code.',
  query: z.strictObject({ code: inviteCode }),
  answer: z.object({ nickname: z.string() }),
  refusals: ['inviteCodeUnknown'],
})

/**
 * Creates an account for a public key whose owner signs a fresh challenge. The words stay on the
 * device; after this the member logs in.
 */
export const createAccount = endpoint({
  id: 'user.create',
  act: 'anonymous',
  stopsAt: 'announced',
  method: 'POST',
  path: '/api/user/create',
  access: 'public',
  summary: 'Create an account from a public key, an invitation code and two passwords.',
  body: z.strictObject({
    nickname,
    inviteCode,
    loginPassword,
    paymentPassword: newPaymentPassword,
    country: z.string(rule('country')).regex(/^[A-Z]{2}$/, rule('country')),
    consent: z.literal(true, rule('consentRequired')),
    publicKey,
    nonce,
    signature,
  }),
  answer: z.object({ uuid: z.uuid(), accountId: z.string(), nickname: z.string() }),
  refusals: [
    'inviteCodeUnknown',
    'publicKeyTaken',
    'nicknameReserved',
    'nicknameTaken',
    'passwordTooCommon',
    'challengeSpent',
    'registrationLimit',
    'countryClosed',
  ],
})

/** The calling member's own data. */
export const me = endpoint({
  id: 'user.me',
  path: '/api/user/me',
  summary: 'The calling member.',
  answer: z.object({
    uuid: z.uuid(),
    accountId: z.string(),
    nickname: z.string(),
    inviteCode: z.string(),
    inviterNickname: z.string().nullable(),
    createdAt: instant,
  }),
})

export const receivingAccount = z.object({
  bsc: z.string().nullable(),
  tron: z.string().nullable(),
  contact: z.string().nullable(),
  changedAt: instant.nullable(),
})

/** The address where a buyer pays this member. */
export const getReceivingAccount = endpoint({
  id: 'user.receivingAccount',
  path: '/api/user/receiving-account',
  summary: 'Own receiving addresses and contact.',
  answer: receivingAccount,
})

/** Changes the address where buyers pay; open trades keep the address they were made with. */
export const setReceivingAccount = endpoint({
  id: 'user.setReceivingAccount',
  act: 'redirect',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/user/receiving-account',
  paymentPassword: true,
  summary: 'Set own receiving addresses and contact.',
  body: z
    .strictObject({
      bsc: bscAddress.nullable(),
      tron: tronAddress.nullable(),
      contact: receivingContact,
      paymentPassword: z
        .string(rule('paymentPasswordRequired'))
        .min(1, rule('paymentPasswordRequired')),
    })
    .refine(body => body.bsc !== null || body.tron !== null, {
      ...rule('receivingAddressRequired'),
      path: ['bsc'],
    }),
  answer: receivingAccount,
  refusals: [
    'receivingAddressChecksum',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
    'settingsFrozen',
  ],
})
