import { chooseRenewal } from '@banyan/domain'
import { Button, Segmented, Sheet } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast, useCommand, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import type { Position } from './position-card.tsx'

/** The standing choice for the end of a cycle. */
export function RenewalSheet(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  position: Position
}) {
  const { open, onOpenChange, position } = props
  const t = useTexts(texts)
  const queries = useQueryClient()
  const [choice, setChoice] = useState<'no' | 'yes'>(position.renews ? 'yes' : 'no')
  const save = useCommand(chooseRenewal)
  const submit = async () => {
    const body = { renews: choice === 'yes' }
    const answer = await save.run({ params: { id: position.id }, body })
    onOpenChange(false)
    await queries.invalidateQueries({ queryKey: ['earnings'] })
    if (answer) toast(t('saved'), 'ok')
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('chooseTitle')}
      footer={
        <Button wide pending={save.pending} onClick={() => void submit()}>
          {t('save')}
        </Button>
      }
    >
      <div className="stack">
        <Segmented
          label={t('chooseTitle')}
          value={choice}
          onValueChange={setChoice}
          choices={[
            { value: 'no', label: t('unlocks') },
            { value: 'yes', label: t('renews') },
          ]}
        />
        <p className="sub">{t(choice === 'yes' ? 'chooseRenew' : 'chooseUnlock')}</p>
      </div>
    </Sheet>
  )
}
