import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { useKit } from './kit.tsx'
import type { ConfirmProps } from './layer-props.ts'

/** The dialog itself; it is loaded when the first one opens. */
export default function DialogLayer(props: ConfirmProps) {
  const { open, onOpenChange, title, children, confirmText, cancelText, tone, pending, onConfirm } =
    props
  const { texts } = useKit()
  return (
    <AlertDialog.Root open={open} onOpenChange={next => !pending && onOpenChange(next)}>
      <AlertDialog.Portal>
        {/* Over a sheet, too: the scrim shows which one is active. */}
        <AlertDialog.Backdrop forceRender className={styles.backdrop ?? ''} />
        <AlertDialog.Viewport className={styles.viewport ?? ''}>
          <AlertDialog.Popup className={styles.popup ?? ''}>
            <AlertDialog.Title className={styles.title ?? ''}>{title}</AlertDialog.Title>
            {children && (
              <AlertDialog.Description className={styles.text ?? ''} render={<div />}>
                {children}
              </AlertDialog.Description>
            )}
            <div className={styles.actions}>
              <AlertDialog.Close
                render={<Button tone="secondary">{cancelText ?? texts.cancel}</Button>}
              />
              <Button tone={tone ?? 'primary'} pending={pending ?? false} onClick={onConfirm}>
                {confirmText}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
