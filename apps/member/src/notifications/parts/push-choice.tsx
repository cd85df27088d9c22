import { type PushKind, pushKinds, pushState } from '@banyan/domain'
import { Card, List, Switch } from '@banyan/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, failureText, isRefused, queryClient, toast, useTexts } from '../../shell/index.ts'
import { abilityOf, withKind } from '../push-ability.ts'
import { choose, surroundings } from '../push-device.ts'
import { pushTexts } from '../push-texts.ts'

const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => api.ask(pushState, {}, { signal }),
})

/** What this device is told by push, a switch for each kind; or what stands in the way. */
export function PushChoice() {
  const t = useTexts(pushTexts)
  const [ability, setAbility] = useState(() => abilityOf(surroundings()))
  const { data } = useQuery({ ...pushQuery, enabled: ability === 'able' })
  const [pending, setPending] = useState(false)
  const turn = async (kind: PushKind, isOn: boolean) => {
    if (!data) return
    setPending(true)
    try {
      const saved = await choose(data, withKind(data.kinds ?? [], kind, isOn))
      if (saved) {
        queryClient.setQueryData(pushQuery.queryKey, saved)
        toast(t('saved'), 'ok')
      }
    } catch (error) {
      toast(isRefused(error) ? failureText(error) : t('failed'), 'danger')
    }
    setAbility(abilityOf(surroundings()))
    setPending(false)
  }
  return (
    <Card title={t('title')}>
      <p className="cap">{t(ability === 'able' ? 'about' : ability)}</p>
      {ability === 'able' && data && (
        <List>
          {pushKinds.map(kind => (
            <li key={kind}>
              <Switch
                label={t(kind)}
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
