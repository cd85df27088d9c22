import { Drawer } from '@base-ui/react/drawer'
import { useRef } from 'react'
import { IconButton } from './button.tsx'
import { classes } from './class-names.ts'
import { useKit } from './kit.tsx'
import type { SheetProps } from './layer-props.ts'
import styles from './sheet.module.css'
import { staysHere } from './stays-here.ts'

/** The sheet itself; it is loaded when the first one opens. */
export default function SheetLayer(props: SheetProps) {
  const { open, onOpenChange, title, description, footer, locked, initialFocus, children } = props
  const beside = props.beside ?? false
  const { texts } = useKit()
  // One that slides away shows what it showed: its content is not drawn again for that.
  const shown = useRef(children)
  if (open) shown.current = children
  return (
    <Drawer.Root
      open={open}
      modal={!beside}
      disablePointerDismissal={beside || (locked ?? false)}
      onOpenChange={(next, details) => {
        if (!next && locked) details.cancel()
        else onOpenChange(next)
      }}
    >
      <Drawer.Portal>
        {/* Over another sheet, too: the scrim shows which one is active. */}
        {!beside && <Drawer.Backdrop forceRender className={styles.backdrop ?? ''} />}
        <Drawer.VirtualKeyboardProvider>
          <Drawer.Viewport className={classes(styles.viewport, beside && styles.beside)}>
            <Drawer.Popup
              className={styles.popup ?? ''}
              onSubmit={staysHere}
              {...(initialFocus ? { initialFocus } : {})}
            >
              <span className={styles.grip} aria-hidden />
              <header className={styles.header}>
                <div>
                  <Drawer.Title className={styles.title ?? ''}>{title}</Drawer.Title>
                  {description && (
                    <Drawer.Description className={styles.description ?? ''}>
                      {description}
                    </Drawer.Description>
                  )}
                </div>
                <Drawer.Close
                  disabled={locked ?? false}
                  render={<IconButton name="close" label={texts.close} size={20} />}
                />
              </header>
              <Drawer.Content className={styles.content ?? ''}>{shown.current}</Drawer.Content>
              {footer && (
                <footer className={styles.footer} data-thumb>
                  {footer}
                </footer>
              )}
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.VirtualKeyboardProvider>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
