import { transactionHash } from '@banyan/domain'
import {
  Card,
  classes,
  Icon,
  type IconName,
  ImagePick,
  Spinner,
  shortAddress,
  useImageUrl,
} from '@banyan/ui'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { toast, useTexts } from '../../shell/index.ts'
import { payTexts } from '../pay-texts.ts'
import { tradeTexts } from '../trade-texts.ts'
import type { EvidenceForm } from '../use-evidence-form.ts'
import styles from './evidence-fields.module.css'
import { HashField } from './hash-field.tsx'
import { PictureField, Sent } from './picture-field.tsx'

interface EvidenceFieldsProps {
  evidence: EvidenceForm
  /** How many of the two proofs are present; nothing when they are only replaced. */
  have?: number
  busy: boolean
}

/**
 * The two proofs of a payment as two tiles: pictures and hash, both required. Existing ones open
 * below them.
 */
export function EvidenceFields({ evidence, have, busy }: EvidenceFieldsProps) {
  const t = useTexts(tradeTexts)
  const tp = useTexts(payTexts)
  const { form, vouchers, pictures, open } = evidence
  const { errors } = form.formState
  const isTyping = open === 'hash' || errors.hash !== undefined
  return (
    <Card
      ref={pictures}
      title={t('evidence.title')}
      aside={have !== undefined && <span className="sub num">{have} / 2</span>}
    >
      <div className={styles.tiles}>
        <VoucherTile evidence={evidence} busy={busy} />
        <HashTile evidence={evidence} busy={busy} />
      </div>
      {open === 'vouchers' && vouchers.images.length > 0 ? (
        <div className={styles.opened}>
          <PictureField
            uploads={vouchers}
            label={tp('topay.addVoucher')}
            error={errors.vouchers?.message}
            disabled={busy}
          />
        </div>
      ) : (
        <Sent uploads={vouchers} error={errors.vouchers?.message} />
      )}
      {isTyping ? (
        <div className={styles.opened}>
          <HashField
            label={t('evidence.hash')}
            hint={tp('topay.hashHint')}
            error={errors.hash?.message}
            input={form.register('hash')}
          />
        </div>
      ) : (
        <p className={styles.hint}>{tp('topay.hashHint')}</p>
      )}
    </Card>
  )
}

interface TileProps {
  evidence: EvidenceForm
  busy: boolean
}

/** The pictures: a tap chooses some while there are none, later it opens them. */
function VoucherTile({ evidence: { vouchers, open, setOpen }, busy }: TileProps) {
  const t = useTexts(payTexts)
  const { images, choose, sending, failed } = vouchers
  const thumb = useImageUrl(images[0])
  if (images.length === 0)
    return (
      <ImagePick
        images={images}
        onChange={choose}
        label={t('topay.addVoucher')}
        onProblem={text => toast(text, 'danger')}
        disabled={busy}
        className={styles.tile ?? ''}
      >
        {isDrawing => (
          <Face
            mark={isDrawing && <Spinner size={20} />}
            icon="image"
            name={t('topay.voucher')}
            state={t('topay.add')}
          />
        )}
      </ImagePick>
    )
  const state =
    failed.count > 0
      ? t('topay.failed')
      : sending.count > 0
        ? t('topay.sending', { percent: Math.round(sending.share * 100) })
        : t('topay.added', { count: images.length })
  const isThere = failed.count === 0 && sending.count === 0
  return (
    <button
      type="button"
      className={classes(styles.tile, isThere && styles.there)}
      aria-expanded={open === 'vouchers'}
      onClick={() => setOpen(open === 'vouchers' ? null : 'vouchers')}
    >
      <Face
        mark={<img className={styles.thumb} src={thumb} alt="" />}
        name={t('topay.voucher')}
        state={state}
      />
    </button>
  )
}

/** The hash: a tap takes it from the clipboard while there is none, later it opens. */
function HashTile({ evidence, busy }: TileProps) {
  const t = useTexts(payTexts)
  const { form, open, setOpen, show } = evidence
  const hash = useWatch({ control: form.control, name: 'hash' }).trim()
  const isThere = transactionHash.safeParse(hash).success && !form.formState.errors.hash
  const tap = () => {
    if (hash === '' && canPaste) void paste()
    else if (open === 'hash') setOpen(null)
    else show('hash')
  }
  return (
    <button
      type="button"
      className={classes(styles.tile, isThere && styles.there)}
      aria-expanded={open === 'hash'}
      disabled={busy}
      onClick={tap}
    >
      <Face
        icon={isThere ? 'check' : 'paste'}
        name={t('topay.hash')}
        state={
          hash === '' ? (
            canPaste ? (
              t('topay.tapToPaste')
            ) : (
              '0x…'
            )
          ) : (
            <span className="num">{shortAddress(hash)}</span>
          )
        }
      />
    </button>
  )

  async function paste() {
    // Without permission to read, or with nothing to read, the field opens for typing.
    const text = await navigator.clipboard.readText().catch(() => '')
    if (text.trim() === '') return show('hash')
    form.setValue('hash', text.trim().slice(0, 80), { shouldValidate: true, shouldTouch: true })
    setOpen(null)
  }
}

interface FaceProps {
  icon?: IconName
  mark?: ReactNode
  name: string
  state: ReactNode
}

const Face = ({ icon, mark, name, state }: FaceProps) => (
  <>
    <span className={styles.mark}>{mark || (icon && <Icon name={icon} size={20} />)}</span>
    <span className={styles.words}>
      <b>{name}</b>
      <span>{state}</span>
    </span>
  </>
)

const canPaste = typeof navigator.clipboard?.readText === 'function'
