import {
  agreeWithOpinion,
  askStatement,
  decideCase,
  disagreeWithOpinion,
  giveOpinion,
  handBackCase,
  showOpinions,
} from '@banyan/domain'
import { Button, figureText } from '@banyan/ui'
import { useState } from 'react'
import { ActForm, openHere, Panel, toast, useCommand, useTexts } from '../shell/index.ts'
import styles from './appeals.module.css'
import { OpinionForm } from './opinion-form.tsx'
import type { Case } from './queries.ts'
import { appealTexts } from './texts.ts'

type Aside = 'ask' | 'handBack' | 'disagree' | null

/** What the arbitrator may do now, by the server's list of moves. */
export function CaseActs({ of }: { of: Case }) {
  const t = useTexts(appealTexts)
  const [aside, setAside] = useState<Aside>(null)
  const { moves } = of
  const may = (move: Case['moves'][number]) => moves.includes(move)
  const decides = may('opine') || may('agree') || may('decide')
  const back = () => setAside(null)
  const isForm = aside === 'ask' || aside === 'handBack'
  return (
    <>
      {of.hiddenOpinions > 0 && <ShowOpinions of={of} />}
      {!isForm && (
        <>
          {may('opine') && <FirstOpinion of={of} />}
          {may('agree') && aside === null && (
            <Agree of={of} onDisagree={() => setAside('disagree')} />
          )}
          {may('disagree') && aside === 'disagree' && <Disagree of={of} onBack={back} />}
          {may('decide') && <Decide of={of} />}
        </>
      )}
      {aside === 'ask' && <Ask of={of} onDone={back} />}
      {aside === 'handBack' && <HandBack of={of} />}
      {!decides && of.hiddenOpinions === 0 && (
        <p className="cap">{of.mine && of.ruling === null ? t.act.wait : t.act.nothing}</p>
      )}
      <div className={styles.asides}>
        {isForm ? (
          <Button tone="quiet" size="small" onClick={back}>
            {t.act.back}
          </Button>
        ) : (
          <>
            {may('askStatement') && (
              <Button tone="secondary" size="small" onClick={() => setAside('ask')}>
                {t.question.ask}
              </Button>
            )}
            {may('handBack') && (
              <Button tone="secondary" size="small" onClick={() => setAside('handBack')}>
                {t.act.handBack}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  )
}

/** Opinions of this round are shown when every piece of evidence has been opened. */
function ShowOpinions({ of }: { of: Case }) {
  const t = useTexts(appealTexts)
  const show = useCommand(showOpinions, { form: `appeals.show:${of.id}:${of.state}` })
  const left = of.unopened.length
  return (
    <Panel isNow>
      <p className="cap">{t.seat.hidden}</p>
      <Button
        wide
        pending={show.pending}
        aria-disabled={left > 0}
        {...(left > 0 ? { icon: 'lock' as const } : {})}
        onClick={() => left === 0 && void show.run({ params: { id: of.id } })}
      >
        {left > 0 ? t.act.unopened(left) : t.act.show(of.hiddenOpinions)}
      </Button>
    </Panel>
  )
}

function FirstOpinion({ of }: { of: Case }) {
  const t = useTexts(appealTexts)
  const give = useCommand(giveOpinion, { form: `appeals.opinion:${of.id}:${of.round}` })
  return (
    <OpinionForm
      of={of}
      button={t.act.give}
      pending={give.pending}
      onGive={async body => {
        const done = await give.run({ params: { id: of.id }, body })
        if (done) toast(t.act.given, 'ok')
        return done !== null
      }}
    />
  )
}

function Agree({ of, onDisagree }: { of: Case; onDisagree: () => void }) {
  const t = useTexts(appealTexts)
  const agree = useCommand(agreeWithOpinion, { form: `appeals.agree:${of.id}:${of.round}` })
  return (
    <Panel isNow>
      <ActForm
        label={t.act.secondReasons}
        button={t.act.agree}
        maxLength={1000}
        pending={agree.pending}
        onAct={async reasons => {
          const done = await agree.run({ params: { id: of.id }, body: { reasons } })
          if (done) toast(t.act.agreed, 'ok')
          return done !== null
        }}
      />
      <Button tone="secondary" size="small" onClick={onDisagree}>
        {t.act.disagree}
      </Button>
    </Panel>
  )
}

function Disagree({ of, onBack }: { of: Case; onBack: () => void }) {
  const t = useTexts(appealTexts)
  const give = useCommand(disagreeWithOpinion, { form: `appeals.disagree:${of.id}:${of.round}` })
  return (
    <>
      <OpinionForm
        of={of}
        button={t.act.disagree}
        pending={give.pending}
        onGive={async body => {
          const done = await give.run({ params: { id: of.id }, body })
          if (done) toast(t.act.disagreed, 'ok')
          return done !== null
        }}
      />
      <Button tone="quiet" size="small" onClick={onBack}>
        {t.act.back}
      </Button>
    </>
  )
}

/** The third arbitrator decides for one of the two opinions. */
function Decide({ of }: { of: Case }) {
  const t = useTexts(appealTexts)
  const [seat, setSeat] = useState<1 | 2 | null>(null)
  const decide = useCommand(decideCase, { form: `appeals.rule:${of.id}:${of.round}` })
  const given = of.opinions.filter(({ round }) => round === of.round)
  return (
    <Panel isNow>
      <ActForm
        label={t.act.secondReasons}
        button={t.act.decide}
        maxLength={1000}
        pending={decide.pending}
        because={seat === null ? t.act.chooseFirst : undefined}
        onAct={async reasons => {
          if (seat === null) return false
          const body = { opinionOf: seat, reasons }
          const done = await decide.run({ params: { id: of.id }, body })
          if (done) toast(t.act.decided, 'ok')
          return done !== null
        }}
      >
        <fieldset className={styles.choices}>
          <legend>{t.act.decideFor}</legend>
          {([1, 2] as const).map(no => {
            const opinion = given.find(one => one.seat === no)
            return (
              <label key={no} className={styles.choice}>
                <input
                  type="radio"
                  name="opinion"
                  checked={seat === no}
                  onChange={() => setSeat(no)}
                />
                <span>
                  {t.act.seatOpinion(no)}
                  {opinion && (
                    <span className="cap">
                      {' '}
                      {t.outcome[opinion.outcome]}
                      {opinion.outcome === 'split' && ` ${figureText(opinion.releaseQuantity)}`} ·{' '}
                      {opinion.clause}
                    </span>
                  )}
                </span>
              </label>
            )
          })}
        </fieldset>
      </ActForm>
    </Panel>
  )
}

function Ask({ of, onDone }: { of: Case; onDone: () => void }) {
  const t = useTexts(appealTexts)
  const [to, setTo] = useState<'buyer' | 'seller'>('buyer')
  const ask = useCommand(askStatement, { form: `appeals.ask:${of.id}` })
  return (
    <Panel title={t.question.ask}>
      <ActForm
        label={t.question.text}
        button={t.question.send}
        pending={ask.pending}
        onAct={async text => {
          if (!(await ask.run({ params: { id: of.id }, body: { to, text } }))) return false
          toast(t.question.sent, 'ok')
          onDone()
          return true
        }}
      >
        <fieldset className={styles.choices}>
          <legend>{t.question.to}</legend>
          {(['buyer', 'seller'] as const).map(side => (
            <label key={side} className={styles.choice}>
              <input type="radio" name="to" checked={to === side} onChange={() => setTo(side)} />
              <span>{t.side[side]}</span>
            </label>
          ))}
        </fieldset>
      </ActForm>
    </Panel>
  )
}

function HandBack({ of }: { of: Case }) {
  const t = useTexts(appealTexts)
  const leave = useCommand(handBackCase, { form: `appeals.leave:${of.id}:${of.state}` })
  return (
    <Panel title={t.act.handBack}>
      <ActForm
        label={t.act.handBackReason}
        button={t.act.handBack}
        tone="danger"
        pending={leave.pending}
        onAct={async reason => {
          if (!(await leave.run({ params: { id: of.id }, body: { reason } }))) return false
          toast(t.act.handedBack, 'ok')
          openHere(null)
          return true
        }}
      />
    </Panel>
  )
}
