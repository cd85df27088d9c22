import { CopyText } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import {
  Answer,
  dayText,
  Fact,
  Facts,
  OpenHead,
  Panel,
  Quoted,
  RuleChanges,
  Tag,
  useLanguage,
  useTexts,
} from '../shell/index.ts'
import { bookQuery, type Version } from './queries.ts'
import styles from './rules.module.css'
import { ruleTexts } from './texts.ts'

export const standingTones = { past: 'plain', in_force: 'ok', announced: 'mine' } as const

/** One version: what it changed, its hash and its whole text. */
export function VersionPanel({ version, now }: { version: Version; now: number }) {
  const t = useTexts(ruleTexts)
  const book = useQuery(bookQuery(useLanguage(), version.version))
  return (
    <>
      <OpenHead>
        <h2>
          {t.versionOf(version.version)}{' '}
          <Tag tone={standingTones[version.standing]}>{t.standing[version.standing]}</Tag>
        </h2>
      </OpenHead>
      <Panel title={t.changed} isNow>
        <Quoted>{version.difference}</Quoted>
        {version.version === 1 ? (
          <p className="cap">{t.first}</p>
        ) : (
          <RuleChanges changes={version.changes} />
        )}
        <Facts>
          <Fact name={t.columns.effective}>{dayText(version.effectiveAt, now)}</Fact>
          <Fact name={t.columns.published}>{dayText(version.publishedAt, now)}</Fact>
          <Fact name={t.hash}>
            <CopyText text={version.hash} />
          </Fact>
        </Facts>
      </Panel>
      <Answer query={book}>
        {({ lines, sections }) => (
          <Panel title={t.text}>
            <ul className={styles.lines}>
              {lines.map(({ id, text, kept }) => (
                <li key={id}>
                  <strong>{id}</strong> {text} {!kept && <Tag tone="warn">{t.notKept}</Tag>}
                </li>
              ))}
            </ul>
            {sections.map(({ id, title, paragraphs, numbers }) => (
              <details key={id} className={styles.section}>
                <summary>
                  {id} {title}
                </summary>
                {paragraphs.map(paragraph => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
                <Facts>
                  {numbers.map(({ name, title: of, figure }) => (
                    <Fact key={name} name={of}>
                      {figure}
                    </Fact>
                  ))}
                </Facts>
              </details>
            ))}
          </Panel>
        )}
      </Answer>
    </>
  )
}
