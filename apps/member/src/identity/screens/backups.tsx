import { ActionBar, Button, Card, Note, Segmented } from '@banyan/ui'
import { useMemo, useState } from 'react'
import { nav, pages, toast, useTexts } from '../../shell/index.ts'
import type { Draft } from '../draft.ts'
import { drafts } from '../drafts.ts'
import { CreateSteps } from '../parts/create-steps.tsx'
import { NeedsDraft } from '../parts/needs-draft.tsx'
import { WordsPanel } from '../parts/words-panel.tsx'
import { wordsOf } from '../words/words.ts'
import { wordsTexts } from '../words-texts.ts'

/** The words, to be written down. They were made here and are not sent. */
export default function BackupsScreen() {
  return <NeedsDraft>{draft => <Backups draft={draft} />}</NeedsDraft>
}

function Backups({ draft }: { draft: Draft }) {
  const t = useTexts(wordsTexts)
  const { entropy, list } = draft
  const words = useMemo(() => wordsOf(entropy, list), [entropy, list])
  const [seen, setSeen] = useState(false)
  const next = () => {
    if (seen) nav.to(pages.auth.verify)
    else toast(t('backups.holdFirst'))
  }
  return (
    <>
      <div className="page-pad stack">
        <CreateSteps at={2} />
        <Card title={t('backups.lead')}>
          <p className="sub">{t('backups.text')}</p>
        </Card>
        <Segmented
          label={t('list')}
          value={list}
          onValueChange={chosen => drafts.tellIn(chosen)}
          choices={[
            { value: 'zh', label: t('zh') },
            { value: 'en', label: t('en') },
          ]}
        />
        <Card>
          <WordsPanel words={words} onSeen={() => setSeen(true)} />
        </Card>
        <Note tone="warn">{t('backups.screenshot')}</Note>
        <p className="cap">{t('backups.sameWords')}</p>
      </div>
      <ActionBar>
        <Button wide aria-disabled={!seen} onClick={next}>
          {t('backups.next')}
        </Button>
      </ActionBar>
    </>
  )
}
