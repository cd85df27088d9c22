import { noticeWords, parseNotice } from '@banyan/domain'
import { Article, Chip, Icon, KitProvider, kitTexts, Moment, picturesOfArticle } from '@banyan/ui'
import { useMemo } from 'react'
import { api, type Language } from '../shell/index.ts'
import styles from './notices.module.css'
import { useNoticePictures } from './pictures.ts'

interface Shown {
  title: string
  text: string
  /** Members read the Chinese text where there is no English one. */
  lang: Language
  publishedAt: string | null
  editedAt: string | null
  endsAt: string | null
}

interface PhoneProps {
  shown: Shown
  /** The language and the theme of the member's app. */
  language: Language
  theme: 'dark' | 'light'
  label: string
}

/** A notice as a member's phone shows it, with the kit's own measures and colours. */
export function Phone({ shown, language, theme, label }: PhoneProps) {
  const { blocks } = useMemo(() => parseNotice(shown.text), [shown.text])
  const pictures = useNoticePictures(picturesOfArticle(blocks))
  const words = noticeWords[language === 'en' ? 'en' : 'zh']
  const isEnded = shown.endsAt !== null && Date.parse(shown.endsAt) <= api.clock.now()
  return (
    <KitProvider texts={kitTexts[language]} now={api.clock.now}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps links to pages of the member app from leading out of the preview. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is pressed by a key is clicked, too. */}
      <div
        className={styles.phone}
        data-kit
        data-theme={theme}
        data-trend="cn"
        lang={language}
        onClick={event => {
          const link = (event.target as HTMLElement).closest('a')
          if (link?.getAttribute('href')?.startsWith('#')) event.preventDefault()
        }}
      >
        <div className={styles.phoneHead} aria-hidden>
          <Icon name="back" />
          <span>{language === 'en' ? 'Notice' : '公告详情'}</span>
        </div>
        <section className={styles.screen} aria-label={label}>
          <div className="page-pad stack">
            <Article
              title={shown.title}
              lang={shown.lang}
              factsLang={language}
              facts={
                <>
                  {isEnded && <Chip>{words.ended}</Chip>}
                  <span>
                    {words.publishedAt} <Moment time={shown.publishedAt ?? api.clock.now()} />
                  </span>
                  {shown.editedAt && (
                    <span>
                      {words.editedAt} <Moment time={shown.editedAt} />
                    </span>
                  )}
                  {shown.endsAt && (
                    <span>
                      {words.endsAt} <Moment time={shown.endsAt} />
                    </span>
                  )}
                </>
              }
              blocks={blocks}
              pictures={pictures}
              texts={{
                ...words,
                picture: name => words.picture.replace('{{name}}', name),
              }}
            />
          </div>
        </section>
      </div>
    </KitProvider>
  )
}
