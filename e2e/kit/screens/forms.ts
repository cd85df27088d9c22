import type { Form } from './forms/form.ts'
import { publishBuyForm, publishForm, takeBuyForm, takeForm } from './forms/market.ts'
import { exchangeForm, receivingForm, subscriptionForm, withdrawalForm } from './forms/money.ts'
import {
  answerForm,
  appealForm,
  claimForm,
  payForm,
  releaseForm,
  replaceForm,
  reviewForm,
} from './forms/trades.ts'
import { feedbackForm, serviceForm } from './forms/words.ts'

/** Every form of the app that has claims; a new one is a row here. */
export const forms: readonly Form[] = [
  withdrawalForm,
  subscriptionForm,
  exchangeForm,
  takeForm,
  takeBuyForm,
  publishForm,
  publishBuyForm,
  payForm,
  claimForm,
  replaceForm,
  releaseForm,
  appealForm,
  answerForm,
  reviewForm,
  receivingForm,
  serviceForm,
  feedbackForm,
]
