import type { AnswerOf, ruleVersions } from '@banyan/domain'
import { Card, Chip, List, Moment, MomentRow, Note, Row } from '@banyan/ui'
import { HashLine } from '../../shell/hash-line.tsx'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './history.module.css'
import { OwnStake } from './own-stake.tsx'
import { standingTones } from './version-card.tsx'

type Version = AnswerOf<typeof ruleVersions>['items'][number]

/** Every version and its changes, newest first; future ones are on top. */
export function History({ versions }: { versions: readonly Version[] }) {
  const t = useTexts(texts)
  const ahead = versions.filter(({ standing }) => standing === 'announced').reverse()
  return (
    <>
      <Card title={t('forMe')}>
        {ahead.length === 0 ? (
          <p className="sub">{t('nothingAhead')}</p>
        ) : (
          ahead.map(version => (
            <Note key={version.version} tone="warn">
              <p>
                <Moment time={version.effectiveAt} /> · {t('ahead', { number: version.version })}
              </p>
              <Changes version={version} />
              <OwnStake names={version.changes.map(({ name }) => name)} />
            </Note>
          ))
        )}
      </Card>
      {versions.map(version => (
        <VersionEntry key={version.version} version={version} />
      ))}
    </>
  )
}

function VersionEntry({ version }: { version: Version }) {
  const t = useTexts(texts)
  const first = version.version === 1
  return (
    <Card
      title={t('version', { number: version.version })}
      aside={<Chip tone={standingTones[version.standing]}>{t(version.standing)}</Chip>}
    >
      <p className="sub">{version.difference}</p>
      <List>
        <MomentRow label={t('effective')} time={version.effectiveAt} />
        <MomentRow label={t('published')} time={version.publishedAt} />
      </List>
      <HashLine label={t('hash')} hash={version.hash} />
      {first ? (
        <p className="cap">{t('noChange')}</p>
      ) : (
        <>
          <HashLine label={t('previousHash')} hash={version.previousHash} />
          <h3 className={styles.heading}>{t('changes')}</h3>
          <Changes version={version} />
        </>
      )}
      <p className={styles.open}>
        <Link page={pages.more.rules} query={{ version: `${version.version}` }}>
          {t('open')}
        </Link>
      </p>
    </Card>
  )
}

const weights = ['harms', 'helps', 'named'] as const

type Change = Version['changes'][number]

const weightOf = ({ isNew, harms }: Change): (typeof weights)[number] =>
  isNew ? 'named' : harms ? 'harms' : 'helps'

/** The changes of a version, those that can harm first; each weight is named once, above all of its kind. */
function Changes({ version }: { version: Version }) {
  const t = useTexts(texts)
  /** The change of a number; a rule that begins or ends has it in only one of the two versions. */
  const moved = ({ before, after }: Change): string => {
    if (before === null) return t('begins', { figure: after ?? '' })
    if (after === null) return t('ends', { figure: before })
    return before === after ? after : `${before} → ${after}`
  }
  return weights.map(weight => {
    const changes = version.changes.filter(change => weightOf(change) === weight)
    if (changes.length === 0) return null
    return (
      <div key={weight}>
        <p className={styles.weight}>
          <Chip tone={weight === 'harms' ? 'warn' : 'neutral'}>{t(weight)}</Chip>
        </p>
        <List>
          {changes.map(change => (
            <Row key={change.name} label={change.title} value={moved(change)} />
          ))}
        </List>
      </div>
    )
  })
}
