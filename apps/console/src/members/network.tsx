import { Button, figureText } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answer, dayText, Fact, Facts, useTexts } from '../shell/index.ts'
import { MemberAnchor } from './lists.tsx'
import styles from './members.module.css'
import { type MemberPlace, networkQuery } from './queries.ts'
import { stateTexts } from './state-texts.ts'
import { memberTexts } from './texts.ts'

/** So many levels next to the member are shown at first, and one at the top. */
const shownAtFirst = 6

/** Who invited the member, and the members above and below in the placement network. */
export function NetworkSection(props: { id: string; nickname: string; now: number }) {
  const { id, nickname, now } = props
  const t = useTexts(memberTexts).network
  return (
    <Answer query={useQuery(networkQuery(id))}>
      {({ inviter, invited, place }) => (
        <>
          <Facts>
            <Fact name={t.inviter}>{inviter ? <MemberAnchor of={inviter} /> : t.root}</Fact>
            <Fact name={t.invited}>{t.people(invited)}</Fact>
            <Fact name={t.place}>
              {place ? `${t.depth(place.depth)} · ${dayText(place.at, now)}` : t.none}
            </Fact>
          </Facts>
          {place && <Tree place={place} nickname={nickname} />}
        </>
      )}
    </Answer>
  )
}

/** The way from the top of the tree to the member, and what is on both sides below. */
function Tree({ place, nickname }: { place: MemberPlace; nickname: string }) {
  const t = useTexts(memberTexts).network
  const { region: sides } = useTexts(stateTexts)
  const [isWhole, setWhole] = useState(false)
  const down = place.above.toReversed()
  const hidden = isWhole ? 0 : Math.max(0, down.length - shownAtFirst - 1)
  return (
    <div className={styles.tree}>
      {down.length > 0 && <p className="cap">{t.above}</p>}
      <ol className={styles.way}>
        {place.leftOut > 0 && <li className="cap">{t.leftOut(place.leftOut)}</li>}
        {down.map((member, at) => {
          if (hidden > 0 && at === 1)
            return (
              <li key={member.accountId}>
                <Button tone="quiet" size="small" onClick={() => setWhole(true)}>
                  {t.more(hidden)}
                </Button>
              </li>
            )
          if (hidden > 0 && at > 1 && at < 1 + hidden) return null
          return (
            <li key={member.accountId}>
              <MemberAnchor of={member} />
              <span className="cap">{sides[member.side]} ↓</span>
            </li>
          )
        })}
        <li className={styles.self}>{nickname}</li>
      </ol>
      <div className={styles.regions}>
        {(['left', 'right'] as const).map(side => (
          <Region key={side} side={side} of={place[side]} />
        ))}
      </div>
    </div>
  )
}

function Region({ side, of }: { side: 'left' | 'right'; of: MemberPlace['left'] }) {
  const t = useTexts(memberTexts).network
  const { region: sides } = useTexts(stateTexts)
  return (
    <div className={styles.region}>
      <span className="cap">{t.branch(sides[side])}</span>
      {of.member ? <MemberAnchor of={of.member} /> : <span>{t.empty}</span>}
      <span className={styles.volume}>
        {of.volume === null ? t.counting : `${figureText(of.volume, 2, 2)} USDT`}
      </span>
      {of.members !== null && <span className="cap">{t.people(of.members)}</span>}
    </div>
  )
}
