import { dataOf, upload } from '@banyan/client'
import { type NoticePictureAnswer, noticeLimits, operatorNoticePicturePath } from '@banyan/domain'
import { Field, TextArea, TextInput } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { api, failureText, Panel, toast, useSettled, useTexts } from '../shell/index.ts'
import { withLine } from './form.ts'
import styles from './notices.module.css'
import { checkQuery } from './queries.ts'
import { noticeTexts } from './texts.ts'

interface SideProps {
  /** The language that is written here. */
  lang: 'zh-CN' | 'en'
  title: string
  body: string
  isLocked: boolean
  onTitle: (title: string) => void
  onBody: (body: string) => void
}

/** Title and text of a notice in one language, with what the server objects to. */
export function TextSide({ lang, title, body, isLocked, onTitle, onBody }: SideProps) {
  const t = useTexts(noticeTexts)
  const name = lang === 'en' ? t.en : t.zh
  return (
    <Panel title={name}>
      <Field label={t.title}>
        <TextInput
          lang={lang}
          value={title}
          readOnly={isLocked}
          maxLength={noticeLimits.title}
          onChange={event => onTitle(event.currentTarget.value)}
        />
      </Field>
      <Body lang={lang} body={body} isLocked={isLocked} onBody={onBody} />
    </Panel>
  )
}

function Body({ lang, body, isLocked, onBody }: Omit<SideProps, 'title' | 'onTitle'>) {
  const t = useTexts(noticeTexts)
  const id = useId()
  // Without a cursor a picture goes to the end.
  const cursor = useRef<number | null>(null)
  const latest = useRef(body)
  latest.current = body
  const { send, percent } = usePictureUpload(({ id: picture }) => {
    const inserted = withLine(
      latest.current,
      cursor.current ?? latest.current.length,
      `![](${picture})`,
    )
    cursor.current = inserted.at
    onBody(inserted.text)
  })
  return (
    <>
      <Field label={t.body} hint={t.bodyHint}>
        <TextArea
          lang={lang}
          className={styles.body}
          rows={16}
          value={body}
          readOnly={isLocked}
          maxLength={noticeLimits.characters}
          onSelect={event => {
            cursor.current = event.currentTarget.selectionEnd
          }}
          onChange={event => {
            cursor.current = event.currentTarget.selectionEnd
            onBody(event.currentTarget.value)
          }}
        />
      </Field>
      {!isLocked && (
        <div className={styles.tools}>
          <input
            id={id}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className="visually-hidden"
            disabled={percent !== null}
            onChange={event => {
              const [file] = event.currentTarget.files ?? []
              event.currentTarget.value = ''
              if (file) void send(file)
            }}
          />
          <label htmlFor={id} className={styles.tool}>
            {percent === null ? t.addPicture : t.sending(percent)}
          </label>
          <span className={styles.quiet}>
            {body.length} / {noticeLimits.characters}
          </span>
        </div>
      )}
      <Faults body={body} />
    </>
  )
}

/** What has to be mended, by the server. */
function Faults({ body }: { body: string }) {
  const t = useTexts(noticeTexts)
  const settled = useSettled(body, 400)
  const { data, isError } = useQuery(checkQuery(settled))
  if (settled.trim() === '') return null
  if (isError) return <p className={styles.quiet}>{t.checkFailed}</p>
  if (!data || data.faults.length + data.missingPictures.length === 0) return null
  return (
    <ul className={styles.faults} role="alert">
      {data.faults.map(({ line, fault, text }) => (
        <li key={`${line} ${fault}`}>{t.line(line, text)}</li>
      ))}
      {data.missingPictures.map(id => (
        <li key={id}>{t.missingPicture(id)}</li>
      ))}
    </ul>
  )
}

function usePictureUpload(onKept: (picture: NoticePictureAnswer) => void) {
  const [percent, setPercent] = useState<number | null>(null)
  const send = async (file: File) => {
    setPercent(0)
    try {
      const outcome = await upload<NoticePictureAnswer>(api, operatorNoticePicturePath, file, {
        toast: false,
        onProgress: part => setPercent(Math.floor(part * 100)),
      })
      onKept(dataOf(outcome))
    } catch (error) {
      toast(failureText(error), 'danger')
    } finally {
      setPercent(null)
    }
  }
  return { send, percent }
}
