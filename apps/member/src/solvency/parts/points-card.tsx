import { Card } from '@banyan/ui'
import styles from './points-card.module.css'

/** A card of a few sentences, each a point; numbered when they are steps. */
export function PointsCard({
  title,
  points,
  inTurn = false,
}: {
  title: string
  points: readonly string[]
  inTurn?: boolean
}) {
  const Points = inTurn ? 'ol' : 'ul'
  return (
    <Card title={title}>
      <Points className={styles.points}>
        {points.map(point => (
          <li key={point}>{point}</li>
        ))}
      </Points>
    </Card>
  )
}
