import { Steps } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { createTexts } from '../create-texts.ts'

/** The progress of the creation of an account. */
export function CreateSteps({ at }: { at: 1 | 2 | 3 }) {
  const t = useTexts(createTexts)
  return <Steps named at={at} names={[t('steps.facts'), t('steps.backups'), t('steps.verify')]} />
}
