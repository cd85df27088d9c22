import { deleteOwnPicture, type OwnPicture, type SentFile } from '@banyan/domain'
import {
  Card,
  Confirm,
  classes,
  Icon,
  IconButton,
  ImagePreview,
  List,
  Moment,
  Progress,
  Skeleton,
  Spinner,
} from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileAbout } from '../../shell/file-about.ts'
import {
  PagedList,
  queryClient,
  saveFile,
  toast,
  useAuthorisedPictures,
  useCommand,
  useTexts,
} from '../../shell/index.ts'
import { useSentFile } from '../../shell/message-files.tsx'
import { sizeText } from '../../shell/size.ts'
import { ownPicturesQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './pictures.module.css'

/** Own pictures, videos and documents with their size and their use; unused ones can be deleted. */
export function PicturesCard({ usage }: { usage: { bytes: number; most: number } }) {
  const t = useTexts(texts)
  const query = useInfiniteQuery(ownPicturesQuery)
  return (
    <Card title={t('picturesTitle')}>
      <div className="stack">
        <Progress
          label={t('usage')}
          reached={sizeText(usage.bytes)}
          whole={`/ ${sizeText(usage.most)}`}
          part={`${usage.bytes}`}
          of={`${usage.most}`}
        />
        <p className="cap">{t('picturesAbout')}</p>
        <PagedList query={query} empty={<p className="sub">{t('noPictures')}</p>}>
          {items => <Pictures items={items} />}
        </PagedList>
      </div>
    </Card>
  )
}

function Pictures({ items }: { items: readonly OwnPicture[] }) {
  const t = useTexts(texts)
  const [at, setAt] = useState<number | null>(null)
  const [removing, setRemoving] = useState<OwnPicture | null>(null)
  const pictures = items.filter(one => one.kind === 'picture')
  const drawn = useAuthorisedPictures(pictures.map(one => one.id))
  return (
    <>
      <List>
        {items.map(item => (
          <li key={item.id} className={styles.row}>
            {item.kind === 'picture' ? (
              <button
                type="button"
                className={styles.picture}
                aria-label={t('view', { size: sizeText(item.bytes) })}
                onClick={() => setAt(pictures.indexOf(item))}
              >
                {drawn[pictures.indexOf(item)]?.url ? (
                  <img className="thumb" src={drawn[pictures.indexOf(item)]?.url} alt="" />
                ) : (
                  <Skeleton height="100%" />
                )}
              </button>
            ) : (
              <SaveOne file={{ ...item, kind: item.kind, name: item.name ?? '' }} />
            )}
            <span className={styles.facts}>
              {item.name && <span>{item.name}</span>}
              <span>
                {fileAbout(item)}{' '}
                <span className="cap">
                  <Moment time={item.uploadedAt} />
                </span>
              </span>
              <Uses picture={item} />
            </span>
            {item.deletable && (
              <IconButton
                name="close"
                label={t('removeOf', { size: sizeText(item.bytes) })}
                onClick={() => setRemoving(item)}
              />
            )}
          </li>
        ))}
      </List>
      <ImagePreview
        images={drawn.map(({ url }) => ({ src: url ?? '', name: t('picture') }))}
        at={at}
        onClose={() => setAt(null)}
      />
      <RemoveOne picture={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

/** A file is saved to be looked at: it is the member's own. */
function SaveOne({ file }: { file: SentFile }) {
  const t = useTexts(texts)
  const { share, load } = useSentFile(file)
  const save = async () => {
    const bytes = await load()
    if (bytes) saveFile(bytes, file.name)
    else toast(t('saveFailed'), 'danger')
  }
  return (
    <button
      type="button"
      className={classes(styles.picture, styles.file)}
      aria-label={t('saveOf', { name: file.name })}
      disabled={share !== null}
      onClick={() => void save()}
    >
      {share === null ? (
        <Icon name={file.kind === 'video' ? 'play' : 'file'} size={24} />
      ) : (
        <Spinner size={24} />
      )}
    </button>
  )
}

function Uses({ picture }: { picture: OwnPicture }) {
  const t = useTexts(texts)
  if (picture.uses.length === 0) return <span className="cap">{t('unused')}</span>
  return picture.uses.map(({ use, number, neededUntil }) => (
    <span key={`${use} ${number}`} className="cap">
      {t(`usedIn.${use}`)} {number && <span className="num">{number}</span>}{' '}
      {neededUntil === 'open' ? (
        t('neededOpen')
      ) : neededUntil === null ? (
        t('noLonger')
      ) : (
        <>
          {t('neededUntil')} <Moment time={neededUntil} />
        </>
      )}
    </span>
  ))
}

function RemoveOne({ picture, onClose }: { picture: OwnPicture | null; onClose: () => void }) {
  const t = useTexts(texts)
  const remove = useCommand(deleteOwnPicture)
  const end = async () => {
    if (!picture) return
    const answer = await remove.run({ params: { id: picture.id } })
    onClose()
    if (answer) toast(t('removed'), 'ok')
    await queryClient.invalidateQueries({ queryKey: ['personalData'] })
  }
  return (
    <Confirm
      open={picture !== null}
      onOpenChange={open => !open && onClose()}
      title={t('removeTitle')}
      confirmText={t('remove')}
      tone="danger"
      pending={remove.pending}
      onConfirm={() => void end()}
    >
      {t('removeAbout', { size: sizeText(picture?.bytes ?? 0) })}
    </Confirm>
  )
}
