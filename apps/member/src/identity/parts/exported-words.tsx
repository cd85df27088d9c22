import { ActionBar, Button, Card, Note, Segmented } from '@banyan/ui'
import { useMemo, useState } from 'react'
import { nav, pages, toast, useTexts } from '../../shell/index.ts'
import { opened } from '../vault/opened.ts'
import type { KeptWords } from '../vault/seal.ts'
import { vaultTexts } from '../vault/texts.ts'
import { wordsOf } from '../words/words.ts'
import { wordsTexts } from '../words-texts.ts'
import styles from './form.module.css'
import { WordsPanel } from './words-panel.tsx'

/** The opened words, visible while they are held. */
export function ExportedWords({ words: kept }: { words: KeptWords }) {
  const t = useTexts(vaultTexts)
  const tw = useTexts(wordsTexts)
  const { entropy, list } = kept
  const words = useMemo(() => wordsOf(entropy, list), [entropy, list])
  const [seen, setSeen] = useState(false)
  const next = () => {
    if (seen) nav.to(pages.mineArea.exportVerify)
    else toast(tw('backups.holdFirst'))
  }
  return (
    <>
      <div className="page-pad stack">
        <Card title={t('open.lead')}>
          <p className="sub">{t('open.text')}</p>
        </Card>
        <Segmented
          label={tw('list')}
          value={list}
          onValueChange={chosen => opened.tellIn(chosen)}
          choices={[
            { value: 'zh', label: tw('zh') },
            { value: 'en', label: tw('en') },
          ]}
        />
        <Card>
          <WordsPanel words={words} onSeen={() => setSeen(true)} />
        </Card>
        <Note tone="warn">{tw('backups.screenshot')}</Note>
        <p className="cap">{tw('backups.sameWords')}</p>
      </div>
      <ActionBar>
        <Button wide aria-disabled={!seen} onClick={next}>
          {t('open.verify')}
        </Button>
      </ActionBar>
    </>
  )
}

/** Nothing is stored here: a text about where the words are, and how to keep them here. */
export function WordsElsewhere() {
  const t = useTexts(vaultTexts)
  return (
    <>
      <div className="page-pad stack">
        <Card title={t('elsewhere.title')}>
          <p className="sub">{t('elsewhere.text')}</p>
          <ul className={styles.facts}>
            <li>{t('elsewhere.paper')}</li>
            <li>{t('elsewhere.device')}</li>
          </ul>
        </Card>
        <Note>{t('elsewhere.evicted')}</Note>
        <p className="cap">{t('elsewhere.enterNote')}</p>
      </div>
      <ActionBar>
        <Button wide onClick={() => nav.to(pages.auth.memoryLogin)}>
          {t('elsewhere.enter')}
        </Button>
      </ActionBar>
    </>
  )
}
