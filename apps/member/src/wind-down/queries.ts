import { type AnswerOf, ownWindDown, type WindDownView, windDowns } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

export type { WindDownView }
export type Outcome = NonNullable<WindDownView['outcome']>
export type Passport = NonNullable<AnswerOf<typeof ownWindDown>['passport']>

export const windDownsQuery = askQuery(['wind-down', 'all'], windDowns)

export const ownWindDownQuery = askQuery(['wind-down', 'own'], ownWindDown)
