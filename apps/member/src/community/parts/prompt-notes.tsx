import type { AnswerOf, staticSummary } from '@banyan/domain'
import { Note } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

type Prompts = AnswerOf<typeof staticSummary>['prompts']

/** Open prompts of eliminations; the three equal answers are on the activation page. */
export function PromptNotes({ prompts }: { prompts: Prompts }) {
  const t = useTexts(texts)
  return prompts.map(({ id, module, reason }) => (
    <Note key={id} tone="warn">
      <strong>{t(module === 'static' ? 'staticEliminated' : 'dynamicEliminated')}</strong>
      <p>{t(`prompt_${reason}`)}</p>
      <p>
        <Link page={pages.communityArea.activate}>{t('choose')}</Link>
      </p>
    </Note>
  ))
}
