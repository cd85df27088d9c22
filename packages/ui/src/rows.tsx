import { Row, type RowProps } from './card.tsx'
import { Money, type MoneyProps } from './money.tsx'
import { Moment } from './time.tsx'

type Labels = Pick<RowProps, 'label' | 'note' | 'strong'>

/** The row of an amount. */
export const MoneyRow = ({ label, note, strong, ...money }: Labels & MoneyProps) => (
  <Row label={label} note={note} strong={strong} value={<Money {...money} />} />
)

/** The row of a moment. */
export const MomentRow = ({ time, ...labels }: Labels & { time: string | number }) => (
  <Row {...labels} value={<Moment time={time} />} />
)
