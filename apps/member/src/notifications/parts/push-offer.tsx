import { pushKinds } from '@banyan/domain'
import { Button, Card, List, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { href, pages, useSession, useTexts } from '../../shell/index.ts'
import { abilityOf, isOffered } from '../push-decide.ts'
import { declinePush, pushQuery, surroundings } from '../push-device.ts'
import { pushMemories } from '../push-memory.ts'
import { pushTexts } from '../push-texts.ts'
import { useChoose } from '../use-choose.ts'
import styles from './push.module.css'

/** Offers push messages after a trade, until this account has answered on this device. */
export default function PushOffer() {
  const t = useTexts(pushTexts)
  const account = useSession().current?.uuid ?? ''
  const [isOver, setOver] = useState(false)
  const [isOn, setOn] = useState(false)
  const ability = abilityOf(surroundings())
  const memory = pushMemories()[account]
  const { data } = useQuery({ ...pushQuery, enabled: isOffered(ability, null, memory) })
  const { pending, choose } = useChoose()
  if (isOn)
    return (
      <Card title={t('offer.on')}>
        <List>
          <Row icon="bell" label={t('offer.choose')} href={href(pages.more.settings)} />
        </List>
      </Card>
    )
  if (isOver || !data || !isOffered(ability, data.kinds, memory)) return null
  const turnOn = async () => setOn((await choose(pushKinds)) !== null)
  const decline = () => {
    declinePush()
    setOver(true)
  }
  return (
    <Card title={t('offer.title')}>
      <p className="sub">{t('offer.text')}</p>
      <div className={styles.ways}>
        <Button tone="quiet" onClick={decline} disabled={pending}>
          {t('offer.no')}
        </Button>
        <Button tone="tinted" icon="bell" pending={pending} onClick={() => void turnOn()}>
          {t('offer.yes')}
        </Button>
      </div>
    </Card>
  )
}
