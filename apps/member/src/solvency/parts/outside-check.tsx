import { Card, CopyText, classes, Icon } from '@banyan/ui'
import { Fragment } from 'react'
import { useTexts } from '../../shell/index.ts'
import { outsideTexts } from '../outside-texts.ts'
import styles from './outside-check.module.css'
import points from './points-card.module.css'

/** The program that everybody can run against the platform: where to get it, and how to run it. */
export function OutsideCheck() {
  const t = useTexts(outsideTexts)
  const command = `node verify.mjs ${location.origin} --rpc https://…`
  return (
    <Card title={t('title')}>
      <p className="sub">{t('lead')}</p>
      <ol className={classes(points.points, styles.steps)}>
        {(['do1', 'do2', 'do3', 'do4'] as const).map(step => (
          <li key={step}>
            <Whole text={t(step)} />
          </li>
        ))}
      </ol>
      <p className={styles.command}>
        <span className="visually-hidden">{t('command')}: </span>
        <CopyText text={command}>
          <Whole text={command} />
        </CopyText>
      </p>
      <a className={styles.download} href="./verify.mjs" download="verify.mjs">
        <Icon name="download" size={18} />
        {t('download')}
      </a>
      <p className="sub">{t('limits')}</p>
    </Card>
  )
}

/** A text that never breaks between the hyphens of an option and its name. */
function Whole({ text }: { text: string }) {
  const [first, ...options] = text.split(/(?=--[a-z])/)
  return (
    <>
      {first}
      {options.map(part => {
        const [option = ''] = part.match(/^--[a-z]+/) ?? []
        return (
          <Fragment key={option}>
            <span className={styles.option}>{option}</span>
            {part.slice(option.length)}
          </Fragment>
        )
      })}
    </>
  )
}
