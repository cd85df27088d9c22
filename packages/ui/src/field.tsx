import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useId,
  useState,
} from 'react'
import { IconButton } from './button.tsx'
import { classes } from './class-names.ts'
import { typedAmount } from './decimal-text.ts'
import styles from './field.module.css'
import { useKit } from './kit.tsx'
import { kitRules } from './rules.ts'

interface FieldState {
  id: string
  describedBy: string | undefined
  invalid: boolean
}
const FieldContext = createContext<FieldState | null>(null)

export interface FieldProps {
  label: ReactNode
  /** The error and how to correct it; its presence marks the input as invalid. */
  error?: string | undefined
  /** Help before there is an error. */
  hint?: ReactNode
  /** Content to the right of the label: a link, a balance. */
  aside?: ReactNode
  children: ReactNode
}

/** Label, input, hint and error, linked by ids for screen readers. */
export function Field({ label, error, hint, aside, children }: FieldProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <FieldContext value={{ id, describedBy: describedBy || undefined, invalid: Boolean(error) }}>
      <div className={styles.field}>
        <div className={styles.label}>
          <label htmlFor={id} id={`${id}-label`}>
            {label}
          </label>
          {aside && <span className={styles.aside}>{aside}</span>}
        </div>
        {children}
        {error && (
          <p className={styles.error} id={`${id}-error`} role="alert">
            {error}
          </p>
        )}
        {hint && (
          <p className={styles.hint} id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** The attributes that link an input to its field; own ids win. */
export function useFieldControl(): Pick<
  ComponentProps<'input'>,
  'id' | 'aria-describedby' | 'aria-invalid'
> {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    ...(field.describedBy ? { 'aria-describedby': field.describedBy } : {}),
    ...(field.invalid ? { 'aria-invalid': true } : {}),
  }
}

export interface TextInputProps extends ComponentProps<'input'> {
  /** Content inside the frame, at the right: a unit, a button. */
  after?: ReactNode
  before?: ReactNode
}

/** One line of text. Spread react-hook-form's `register(...)` into it. At most 140 characters by default. */
export function TextInput({
  after,
  before,
  className,
  maxLength = kitRules.inputMaxLength,
  ...rest
}: TextInputProps) {
  const control = useFieldControl()
  return (
    <span className={classes(styles.frame, className)}>
      {before}
      <input
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...control}
        maxLength={maxLength}
        {...rest}
      />
      {after}
    </span>
  )
}

/** Several lines of text. */
export function TextArea({
  className,
  maxLength = kitRules.inputMaxLength,
  ...rest
}: ComponentProps<'textarea'>) {
  const { id, 'aria-describedby': described, 'aria-invalid': invalid } = useFieldControl()
  return (
    <span className={classes(styles.frame, styles.area, className)}>
      <textarea
        rows={4}
        {...(id ? { id } : {})}
        aria-describedby={described}
        aria-invalid={invalid}
        maxLength={maxLength}
        {...rest}
      />
    </span>
  )
}

/** A password that can be shown. Set `autoComplete` to `new-password` for a new one. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'after'>) {
  const [shown, setShown] = useState(false)
  const { texts } = useKit()
  return (
    <TextInput
      autoComplete="current-password"
      maxLength={64}
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          name={shown ? 'eye-off' : 'eye'}
          label={shown ? texts.hidePassword : texts.showPassword}
          aria-pressed={shown}
          className={styles.inside}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

export interface AmountInputProps extends Omit<TextInputProps, 'type' | 'inputMode' | 'after'> {
  unit?: string
  /** Shows a button that enters the maximum. */
  onMax?: (() => void) | undefined
}

/**
 * A decimal text from end to end, never a number. Full-width digits, Chinese stops and well-formed
 * thousands commas become plain digits during typing; the caller's `onChange` gets plain text.
 */
export function AmountInput({
  unit,
  onMax,
  onChange,
  onCompositionEnd,
  ...rest
}: AmountInputProps) {
  const { texts } = useKit()
  return (
    <TextInput
      inputMode="decimal"
      placeholder="0.00"
      maxLength={24}
      enterKeyHint="done"
      {...rest}
      className={classes(styles.amount, rest.className)}
      onChange={event => {
        // While an input method composes, its text must not be changed.
        if (!(event.nativeEvent as InputEvent).isComposing) settle(event.currentTarget)
        onChange?.(event)
      }}
      onCompositionEnd={event => {
        onCompositionEnd?.(event)
        const input = event.currentTarget
        if (settle(input)) input.dispatchEvent(new Event('input', { bubbles: true }))
      }}
      after={
        (unit || onMax) && (
          <>
            {unit && <span className={styles.unit}>{unit}</span>}
            {onMax && (
              <button type="button" className={styles.max} onClick={onMax}>
                {texts.max}
              </button>
            )}
          </>
        )
      }
    />
  )
}

type Labelled<Input> = Omit<FieldProps, 'children'> & Input

/** Makes a field of an input: one element with the props of both. */
function fieldOf<Input extends object>(Of: ComponentType<Input>) {
  return function LabelledField(props: Labelled<Input>) {
    const { label, error, hint, aside, ...input } = props
    return (
      <Field label={label} error={error} hint={hint} aside={aside}>
        <Of {...(input as unknown as Input)} />
      </Field>
    )
  }
}

export const TextField = /* @__PURE__ */ fieldOf(TextInput)
export const TextAreaField = /* @__PURE__ */ fieldOf(TextArea)
export const PasswordField = /* @__PURE__ */ fieldOf(PasswordInput)
export const AmountField = /* @__PURE__ */ fieldOf(AmountInput)

/** Writes the normalised amount into its input; returns true when that changed it. */
function settle(input: HTMLInputElement): boolean {
  const plain = typedAmount(input.value)
  if (plain === input.value) return false
  // React overrides the value property of controlled inputs; the native setter makes it see the
  // change.
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setter?.call(input, plain)
  return true
}

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
}

/** An on/off switch that takes effect at once. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  return (
    <label className={classes(styles.switch, className)}>
      <span>{label}</span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state. */}
      <input type="checkbox" role="switch" {...rest} />
    </label>
  )
}

/** A consent: a checkbox with its sentence. Errors come from the field around it. */
export function Checkbox({ label, className, ...rest }: SwitchProps) {
  const control = useFieldControl()
  return (
    <label className={classes(styles.checkbox, className)}>
      <input type="checkbox" {...control} {...rest} />
      <span>{label}</span>
    </label>
  )
}
