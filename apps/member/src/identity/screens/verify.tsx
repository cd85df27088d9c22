import { ActionBar, Button, Card, classes, Note, Switch } from '@banyan/ui'
import { useState, useSyncExternalStore } from 'react'
import { nav, pages, toast, useTexts } from '../../shell/index.ts'
import type { Draft } from '../draft.ts'
import { drafts } from '../drafts.ts'
import { useMakeAccount } from '../make-account.ts'
import { CreateSteps } from '../parts/create-steps.tsx'
import { NeedsDraft } from '../parts/needs-draft.tsx'
import { VerifyBoard } from '../parts/verify-board.tsx'
import { vault } from '../vault/device-vault.ts'
import { vaultTexts } from '../vault/texts.ts'
import { drawBelow, isDone, newGame, type VerifyGame } from '../verify-game.ts'
import { wordsOf } from '../words/words.ts'
import { wordsTexts } from '../words-texts.ts'
import styles from './verify.module.css'

/** The words once more, by heart or from paper; then one call creates the account. */
export default function VerifyScreen() {
  return <NeedsDraft>{draft => <Verify key={draft.list} draft={draft} />}</NeedsDraft>
}

const isVisible = () => !document.hidden
const onVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

function Verify({ draft }: { draft: Draft }) {
  const t = useTexts(wordsTexts)
  const tv = useTexts(vaultTexts)
  const [game, setGame] = useState(() => newGame(wordsOf(draft.entropy, draft.list), drawBelow))
  const account = useMakeAccount({
    draft,
    onSentBack: refusals => {
      drafts.sendBack(refusals)
      nav.back(2)
    },
  })
  const done = isDone(game)
  const inSight = useSyncExternalStore(onVisibility, isVisible)
  const [keeping, setKeeping] = useState(true)
  const [sealing, setSealing] = useState(false)
  const move = (next: VerifyGame) => {
    setGame(next)
    if (isDone(next)) toast(t('verify.verified'), 'ok')
  }
  const make = async () => {
    const accountId = await account.make()
    if (accountId === null) return
    setSealing(true)
    const { entropy, list, facts } = draft
    const kept =
      !keeping ||
      (await vault.keep(accountId, { entropy, list }, facts.loginPassword).then(
        () => true,
        () => false,
      ))
    drafts.end()
    if (kept) toast(t('verify.created'), 'ok')
    else toast(tv('offer.failed'), 'danger')
    nav.relaunch(pages.auth.success, { accountId })
  }
  return (
    <>
      <div className="page-pad stack">
        <CreateSteps at={3} />
        <Card
          title={t('verify.lead')}
          aside={
            <span className={classes('sub num', styles.progress)}>
              {t('verify.progress', { n: game.chosen.length, all: game.words.length })}
            </span>
          }
        >
          {/* The system's picture of the app in the background must not show the words. */}
          {inSight && <VerifyBoard game={game} onMove={move} />}
        </Card>
        {done && (
          <>
            <Note tone="ok">{t('verify.right')}</Note>
            <Card>
              <Switch
                label={tv('offer.creating')}
                checked={keeping}
                onChange={event => setKeeping(event.target.checked)}
              />
              <p className="cap">{tv('offer.creatingText')}</p>
            </Card>
          </>
        )}
        {account.problem && (
          <Note tone="danger">
            <p role="alert">{account.problem}</p>
          </Note>
        )}
        <button type="button" className={styles.again} onClick={() => nav.back()}>
          {t('verify.again')}
        </button>
      </div>
      <ActionBar>
        <Button
          wide
          disabled={!done}
          pending={account.pending || sealing}
          onClick={() => void make()}
        >
          {t('verify.create')}
        </Button>
      </ActionBar>
    </>
  )
}
