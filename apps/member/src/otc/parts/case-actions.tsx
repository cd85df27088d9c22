import type { TradeView } from '@banyan/domain'
import { ActionBar, Button, List, Row, Sheet } from '@banyan/ui'
import { useState } from 'react'
import { href, nav, pages, useTexts } from '../../shell/index.ts'
import { wordingOf } from '../cases.ts'
import { waysTexts } from '../ways-texts.ts'
import type { Dispute } from './case-card.tsx'
import { CaseActs } from './later.tsx'

/** What a viewer has chosen to do about a case; `ways` is the list itself. */
export type Act = 'ways' | 'release' | 'concede' | 'withdraw' | 'accept'

/** At the thumb: the word that is due, and behind the second button every other way to end the case. */
export function CaseActions({ trade, dispute }: { trade: TradeView; dispute: Dispute }) {
  const t = useTexts(waysTexts)
  const [act, setAct] = useState<Act | null>(null)
  // Once asked for, the questions stay: they close with a movement.
  const [asked, setAsked] = useState(false)
  const close = () => setAct(null)
  const wording = wordingOf(trade, null)
  const counter = trade.moves.includes('counterClaim')
  const mayAnswer = dispute.moves.includes('state')
  const ways = waysOf(trade, dispute)
  const write = pages.otc[trade.side].submitAppeal
  if (wording === null && ways.length === 0) return null
  return (
    <>
      <ActionBar>
        {(ways.length > 0 || (counter && mayAnswer)) && (
          <Button tone="secondary" onClick={() => setAct('ways')}>
            {t('ways.open')}
          </Button>
        )}
        {wording !== null && (
          <Button onClick={() => nav.to(write, { id: trade.id, as: wording })}>
            {t(counter ? 'ways.counterClaim' : `ways.${wording}`)}
          </Button>
        )}
      </ActionBar>
      <Sheet open={act === 'ways'} onOpenChange={next => !next && close()} title={t('ways.title')}>
        <List>
          {counter && mayAnswer && (
            <Row
              icon="chat"
              label={t('ways.answer')}
              note={t('ways.answerNote')}
              href={href(write, { id: trade.id, as: 'answer' })}
              onClick={close}
            />
          )}
          {ways.map(way => (
            <Row
              key={way}
              icon={way === 'withdraw' ? 'back' : 'check'}
              label={t(`ways.${way}`)}
              note={t(`ways.${way}Note`)}
              onClick={() => {
                setAsked(true)
                setAct(way)
              }}
            />
          ))}
        </List>
      </Sheet>
      {asked && <CaseActs trade={trade} act={act} onClose={close} />}
    </>
  )
}

/** The ways to end the case that are open to this viewer. */
function waysOf({ moves }: TradeView, dispute: Dispute): Exclude<Act, 'ways'>[] {
  return [
    ...(dispute.moves.includes('accept') ? (['accept'] as const) : []),
    ...(moves.includes('releaseAnyway') ? (['release'] as const) : []),
    ...(moves.includes('concede') ? (['concede'] as const) : []),
    ...(moves.includes('withdrawAppeal') ? (['withdraw'] as const) : []),
  ]
}
