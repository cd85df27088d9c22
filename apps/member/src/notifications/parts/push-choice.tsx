import { type PushKind, pushKinds, pushLine } from '@banyan/domain'
import { Card, List, Switch } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast, useLanguage, useTexts } from '../../shell/index.ts'
import { abilityOf, withKind } from '../push-decide.ts'
import { pushQuery, surroundings } from '../push-device.ts'
import { pushTexts } from '../push-texts.ts'
import { useChoose } from '../use-choose.ts'

/** The push messages of this device, a switch for each kind; or what prevents them. */
export default function PushChoice() {
  const t = useTexts(pushTexts)
  const locale = useLanguage() === 'en' ? 'en' : 'zh-CN'
  const [ability, setAbility] = useState(() => abilityOf(surroundings()))
  const { data } = useQuery({ ...pushQuery, enabled: ability === 'able' })
  const { pending, choose } = useChoose()
  const turn = async (kind: PushKind, isOn: boolean) => {
    const saved = await choose(withKind(data?.kinds ?? [], kind, isOn))
    if (saved) toast(t('saved'), 'ok')
    setAbility(abilityOf(surroundings()))
  }
  return (
    <Card title={t('title')}>
      <p className="cap">{t(ability === 'able' ? 'about' : ability)}</p>
      {ability === 'able' && data && (
        <List>
          {pushKinds.map(kind => (
            <li key={kind}>
              <Switch
                label={pushLine(kind, locale)}
                checked={data.kinds?.includes(kind) ?? false}
                disabled={pending}
                onChange={event => void turn(kind, event.currentTarget.checked)}
              />
            </li>
          ))}
        </List>
      )}
    </Card>
  )
}
