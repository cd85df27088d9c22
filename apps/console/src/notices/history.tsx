import { dayText, Panel, useTexts } from '../shell/index.ts'
import type { NoticeForm } from './form.ts'
import styles from './notices.module.css'
import type { Notice } from './queries.ts'
import { noticeTexts } from './texts.ts'

interface HistoryProps {
  notice: Notice
  now: number
  /** Puts the text of a former version into the editor; null where nothing may be changed. */
  onTake: ((part: Partial<NoticeForm>) => void) | null
}

/** Every version of a notice with who made it, the newest first. */
export function History({ notice, now, onTake }: HistoryProps) {
  const t = useTexts(noticeTexts)
  const versions = notice.history.toSorted((a, b) => b.version - a.version)
  return (
    <Panel title={t.history}>
      <ol className={styles.history}>
        {versions.map(({ version, event, actor, at, reason, ...text }) => (
          <li key={version}>
            <span>
              {t.versionOf(version)} · {actor || t.clock} {t.event[event]}
              {reason && ` · ${reason}`}
            </span>
            <span className={styles.quiet}>{dayText(at, now)}</span>
            {onTake && version !== notice.version && (
              <button
                type="button"
                className={styles.link}
                onClick={() =>
                  onTake({
                    titleZh: text.titleZh,
                    bodyZh: text.bodyZh,
                    titleEn: text.titleEn ?? '',
                    bodyEn: text.bodyEn ?? '',
                  })
                }
              >
                {t.takeText}
              </button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
