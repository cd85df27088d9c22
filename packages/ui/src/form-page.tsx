import type { ComponentProps, ReactNode } from 'react'
import { ActionBar, Button, type ButtonProps } from './button.tsx'
import styles from './form-page.module.css'

interface FormPageProps extends Pick<ButtonProps, 'pending' | 'disabled'> {
  onSubmit: ComponentProps<'form'>['onSubmit']
  /** The verb of the button that submits it. */
  submit: ReactNode
  children: ReactNode
}

/** A page that is one form: what it asks for, and its button at the thumb. */
export const FormPage = ({ onSubmit, submit, children, ...button }: FormPageProps) => (
  <form className={styles.form} onSubmit={onSubmit} noValidate>
    <div className="page-pad stack">{children}</div>
    <ActionBar>
      <Button type="submit" wide {...button}>
        {submit}
      </Button>
    </ActionBar>
  </form>
)
