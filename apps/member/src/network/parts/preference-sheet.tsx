import {
  type AnswerOf,
  type networkOverview,
  type SideChoice,
  setPlacementPreference,
  sideChoices,
} from '@banyan/domain'
import { Segmented, Sheet } from '@banyan/ui'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { networkChanged, overviewQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** The side for invitees who were not placed in time. */
export function PreferenceSheet(props: {
  open: boolean
  facts: AnswerOf<typeof networkOverview>
  onClose: () => void
}) {
  const { open, facts, onClose } = props
  const t = useTexts(texts)
  const save = useCommand(setPlacementPreference)
  const choose = async (choice: SideChoice) => {
    const answer = await save.run({ body: { choice } })
    if (!answer) return
    queryClient.setQueryData(overviewQuery.queryKey, { ...facts, preference: answer.preference })
    void networkChanged()
    toast(t('preference.saved'), 'ok')
  }
  return (
    <Sheet open={open} onOpenChange={next => !next && onClose()} title={t('preference.title')}>
      <div className="stack">
        <p className="sub">{t('preference.lead', { days: facts.placementDays })}</p>
        <Segmented
          label={t('preference.title')}
          value={facts.preference}
          onValueChange={choice => void choose(choice)}
          choices={sideChoices.map(value => ({
            value,
            label: t(value === 'smaller' ? 'preference.smaller' : `side.${value}`),
          }))}
        />
        <p className="cap">{t('preference.smallerIs')}</p>
      </div>
    </Sheet>
  )
}
