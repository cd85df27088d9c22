import type { AnswerOf, ruleBook } from '@banyan/domain'
import { Card, Icon, List, Row } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './section-list.module.css'

type Section = AnswerOf<typeof ruleBook>['sections'][number]

/** Every section, collapsed: the words first, its numbers below them. */
export function SectionList({ sections }: { sections: readonly Section[] }) {
  const t = useTexts(texts)
  return (
    <Card title={t('sectionsTitle')}>
      {sections.map(section => (
        <details key={section.id} className={styles.section}>
          <summary className={styles.summary}>
            <span className={styles.id}>{section.id}</span>
            <h3>{section.title}</h3>
            <Icon name="forward" size={16} className={styles.arrow} />
          </summary>
          <div className={styles.words}>
            {section.paragraphs.map(paragraph => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          {section.numbers.length > 0 && (
            <>
              <h4 className="cap">{t('numbers')}</h4>
              <List>
                {section.numbers.map(({ name, title, figure }) => (
                  <Row key={name} label={title} value={figure} />
                ))}
              </List>
            </>
          )}
        </details>
      ))}
    </Card>
  )
}
