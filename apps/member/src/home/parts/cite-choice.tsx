import {
  type AnswerOf,
  isPayStop,
  type PromptModule,
  promptModules,
  type staticSummary,
} from '@banyan/domain'
import { figureText, Note, Segmented } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { PayStopText } from '../../shell/pay-stop.tsx'
import { subscribeTexts } from '../subscribe-texts.ts'
import styles from './subscribe-sheet.module.css'

type Prompt = AnswerOf<typeof staticSummary>['prompts'][number]

const opens = ({ reopening }: Prompt): boolean => reopening?.kind === 'opens'

/** Whether a subscription answers the open prompt of an own elimination. Only its owner chooses. */
export function CiteChoice(props: {
  prompts: readonly Prompt[]
  value: string | null
  onValueChange: (promptId: string | null) => void
}) {
  const { prompts, value, onValueChange } = props
  const t = useTexts(subscribeTexts)
  // A prompt that opens a round is worth more to its owner than an older one without effect.
  const oldestOf = (module: PromptModule) =>
    prompts.findLast(one => opens(one) && one.module === module) ??
    prompts.findLast(one => one.module === module)
  const open = promptModules.filter(module => oldestOf(module))
  if (open.length === 0) return null
  const cited = prompts.find(({ id }) => id === value)
  return (
    <div className={styles.cites}>
      <span className="sub">{t('cites')}</span>
      <Segmented<PromptModule | 'none'>
        label={t('cites')}
        value={cited?.module ?? 'none'}
        onValueChange={next => onValueChange(next === 'none' ? null : (oldestOf(next)?.id ?? null))}
        choices={[
          { value: 'none', label: t('citesNone') },
          ...open.map(module => ({ value: module, label: t(`cites_${module}`) })),
        ]}
      />
      {cited?.reopening && opens(cited) ? (
        <Note tone="warn">
          {t('citesReopens', { min: figureText(cited.reopening.minimum, 0) })}
        </Note>
      ) : cited?.reopening && isPayStop(cited.reopening.kind) ? (
        <Note tone="warn">
          <PayStopText stop={cited.reopening.kind} className={styles.apart} />
        </Note>
      ) : (
        <p className="cap">{t(prompts.some(opens) ? 'citesMayReopen' : 'citesNote')}</p>
      )}
    </div>
  )
}
