import { type InputRule, type receivingAccount, setReceivingAccount } from '@banyan/domain'
import { z } from 'zod'
import { bscChecksumHolds, tronChecksumHolds } from '../shell/chain-address.ts'

const { contact, ...shapes } = setReceivingAccount.body.shape
const bsc = shapes.bsc.refine(given => given === null || bscChecksumHolds(given), {
  error: 'bscChecksum' satisfies InputRule,
})
const tron = shapes.tron.refine(given => given === null || tronChecksumHolds(given), {
  error: 'tronChecksum' satisfies InputRule,
})

/** An empty field is none. */
const orNone = <S extends z.ZodType>(schema: S) =>
  z.preprocess(typed => (typeof typed === 'string' && typed.trim() === '' ? null : typed), schema)

/** The receiving account without the payment password, which has its own pad. */
export const accountFormSchema = z
  .object({ bsc: orNone(bsc), tron: orNone(tron), contact })
  .refine(form => form.bsc !== null || form.tron !== null, {
    path: ['bsc'],
    error: 'receivingAddressRequired' satisfies InputRule,
  })

export type AccountForm = z.output<typeof accountFormSchema>
export type AccountValues = Record<keyof AccountForm, string>
/** The stored account: one from before the contact was required has none. */
type KeptAccount = Pick<z.output<typeof receivingAccount>, keyof AccountForm>

/** The initial values of the inputs. */
export const accountValues = (kept: KeptAccount): AccountValues => ({
  bsc: kept.bsc ?? '',
  tron: kept.tron ?? '',
  contact: kept.contact ?? '',
})
