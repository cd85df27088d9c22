import { expect, it } from 'vitest'
import { readViews, viewsOf, withoutView, withView } from './views.ts'

const mine = { name: '等我', hash: '#/withdrawals?state=requested' }

it('a view is kept, replaced by its name, and removed', () => {
  const kept = withView([mine], { name: 'large', hash: '#/withdrawals?least=1000' })
  expect(viewsOf(kept, 'withdrawals')).toHaveLength(2)
  expect(viewsOf(kept, 'service')).toEqual([])
  expect(withView(kept, { ...mine, hash: '#/withdrawals?state=paid' })).toHaveLength(2)
  expect(withoutView(kept, 'large')).toEqual([mine])
  expect(readViews(JSON.stringify(kept))).toEqual(kept)
})

it('what another program wrote is no view', () => {
  const strange = [
    { name: 'x', hash: 'javascript:alert(1)' },
    { name: 'x', hash: 'https://evil.example/#/withdrawals' },
    { name: '', hash: mine.hash },
    { hash: mine.hash },
    null,
    7,
  ]
  expect(readViews(JSON.stringify([...strange, mine]))).toEqual([mine])
  for (const text of [null, '', '{', '{}', '"x"']) expect(readViews(text)).toEqual([])
})
