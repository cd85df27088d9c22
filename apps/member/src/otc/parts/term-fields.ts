import type { Conditions, Network } from '@banyan/domain'
import type { UseFormReturn } from 'react-hook-form'
import type { PublishDraft, PublishTerms } from '../publish-figures.ts'
import type { Side } from '../stages.ts'

export interface TermFieldsProps {
  side: Side
  form: UseFormReturn<PublishForm>
  terms: PublishTerms
}

/** An order as it is typed, new or to be changed. */
export interface PublishForm extends PublishDraft {
  networks: Network[]
  conditions: Conditions
  /** Of a new sell order. */
  autoRelease: boolean
}
