import { Button } from '@banyan/ui'
import { go } from '../navigation.ts'
import { Modal } from '../parts/modal.tsx'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import { ProveFactor } from './prove-factor.tsx'
import { useStepUp } from './step-up.ts'

/** Asks for a second factor over the page, while a call waits for it. */
export function StepUpDialog() {
  const asked = useStepUp()
  const t = useTexts(shellTexts).factor
  if (asked === null) return null
  const { why, isMissing, end } = asked
  return (
    <Modal title={isMissing ? t.missing : t.title} onClose={() => end(false)}>
      <p className="sub">{why}</p>
      {isMissing ? (
        <Button
          wide
          icon="key"
          onClick={() => {
            end(false)
            go('account')
          }}
        >
          {t.add}
        </Button>
      ) : (
        <ProveFactor onProven={() => end(true)} />
      )}
    </Modal>
  )
}
