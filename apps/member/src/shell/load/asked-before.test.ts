import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { askedBefore } from './asked-before.ts'

it('what is asked again once the stream is open: answers read before it, and none read after it', async () => {
  const client = new QueryClient()
  const ask = (name: string, answer: unknown = name) =>
    client.fetchQuery({ queryKey: [name], queryFn: () => answer })
  await ask('early')
  await ask('early, and again later')
  let arrive = (_: string) => {}
  const underWay = ask('under way', new Promise(go => (arrive = go)))
  const isOlder = askedBefore(client)
  const older = () => client.getQueryCache().findAll({ predicate: isOlder })
  await ask('early, and again later')
  await ask('late')
  arrive('under way')
  await underWay
  expect(older().map(({ queryKey }) => queryKey[0])).toEqual(['early', 'under way'])
  await ask('under way')
  expect(older().map(({ queryKey }) => queryKey[0])).toEqual(['early'])
})
