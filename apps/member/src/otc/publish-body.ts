import type { FieldValues, Resolver } from 'react-hook-form'
import { codes } from './codes.ts'
import type { PublishDraft } from './publish-figures.ts'

/** A draft in the calls' form: the parts of its price are fields of the form, and one field there. */
export function bodyOf<D extends PublishDraft>(draft: D) {
  const { pricing, price, marginBps, limit, ...rest } = draft
  return { ...rest, price: pricing === 'fixed' ? price : { marginBps, limit } }
}

/** Checks a draft by the schema of its call. */
export function checkedAsCall<Values extends PublishDraft & FieldValues>(
  schema: Resolver<FieldValues>,
): Resolver<Values> {
  return async (values, context, options) => {
    const read = await schema(bodyOf(values), context, options as never)
    const { price, ...errors } = read.errors
    const ofPrice = values.pricing === 'fixed' ? { price } : (price as object | undefined)
    const allErrors = price === undefined ? errors : { ...errors, ...ofPrice }
    return { values: read.values, errors: allErrors } as Awaited<ReturnType<Resolver<Values>>>
  }
}

const fieldOf: Partial<Record<number, 'quantity' | 'minQuantity' | 'maxQuantity' | 'networks'>> = {
  [codes.orderQuantityTooSmall]: 'quantity',
  [codes.insufficientBalance]: 'quantity',
  [codes.tradingLimitExceeded]: 'quantity',
  [codes.takeMinAboveMax]: 'minQuantity',
  [codes.takeMaxAboveTotal]: 'maxQuantity',
  [codes.receivingAddressNeeded]: 'networks',
  [codes.buyOrderTooLarge]: 'quantity',
  [codes.investmentOverMaximum]: 'quantity',
}

/** The field that a refusal is about, where the server's own sentence is shown; undefined for all others. */
export function fieldOfRefusal(code: number, pricing: PublishDraft['pricing']) {
  if (code === codes.marginTooWide) return 'marginBps'
  if (code === codes.orderPriceOutsideBand) return pricing === 'fixed' ? 'price' : 'marginBps'
  return fieldOf[code]
}
