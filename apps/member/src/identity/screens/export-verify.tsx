import { ActionBar, Button, Card, Note } from '@banyan/ui'
import { useEffect, useState } from 'react'
import { nav, pages, toast, usePage, useShown, useTexts } from '../../shell/index.ts'
import { VerifyBoard } from '../parts/verify-board.tsx'
import { opened, useOpened } from '../vault/opened.ts'
import type { KeptWords } from '../vault/seal.ts'
import { vaultTexts } from '../vault/texts.ts'
import { drawBelow, isDone, newGame, type VerifyGame } from '../verify-game.ts'
import { wordsOf } from '../words/words.ts'
import { wordsTexts } from '../words-texts.ts'

/** The exported words once more, from paper: proof that the copy is good. */
export default function ExportVerifyScreen() {
  const t = useTexts(vaultTexts)
  const words = useOpened()
  const shown = useShown()
  const { id } = usePage()
  useEffect(() => {
    // After a reload, or when the app was hidden, the words are locked: that page requests the
    // password again.
    if (words || !shown || nav.engine.top.id !== id) return
    toast(t('open.relocked'))
    nav.replace(pages.mineArea.export)
  }, [words, shown, id, t])
  return words && <Verify words={words} />
}

function Verify({ words }: { words: KeptWords }) {
  const t = useTexts(vaultTexts)
  const tw = useTexts(wordsTexts)
  const [game, setGame] = useState(() => newGame(wordsOf(words.entropy, words.list), drawBelow))
  const done = isDone(game)
  const move = (next: VerifyGame) => {
    setGame(next)
    if (isDone(next)) toast(t('verified'), 'ok')
  }
  const finish = () => {
    nav.relaunch(pages.mine)
    opened.close()
  }
  return (
    <>
      <div className="page-pad stack">
        <Card
          title={tw('verify.lead')}
          aside={
            <span className="sub num">
              {tw('verify.progress', { n: game.chosen.length, all: game.words.length })}
            </span>
          }
        >
          <VerifyBoard game={game} onMove={move} />
        </Card>
        {done && <Note tone="ok">{t('right')}</Note>}
      </div>
      <ActionBar>
        <Button wide disabled={!done} onClick={finish}>
          {t('done')}
        </Button>
      </ActionBar>
    </>
  )
}
