import { describe, expect, it } from 'vitest'
import {
  type WithdrawalActor,
  type WithdrawalState,
  withdrawalMachine,
  withdrawalStageOf,
  withdrawalStates,
  withdrawalStatusOf,
} from './withdrawal.ts'

const who = (event: 'cancel' | 'refuse' | 'review' | 'release', actor: WithdrawalActor) =>
  withdrawalStates.filter(state => withdrawalMachine.step(state, event, actor) !== null)

describe('a withdrawal', () => {
  it('is approved by a reviewer and then by a treasurer, and by nobody in both roles', () => {
    expect(who('review', 'reviewer')).toEqual(['requested'])
    expect(who('release', 'treasurer')).toEqual(['reviewed'])
    expect([...who('review', 'treasurer'), ...who('release', 'reviewer')]).toEqual([])
  })

  it('is cancelled by its member, or refused, until the second approval and not after it', () => {
    expect(who('cancel', 'member')).toEqual(['requested', 'reviewed'])
    expect(who('refuse', 'reviewer')).toEqual(['requested', 'reviewed'])
    expect(who('refuse', 'treasurer')).toEqual(['requested', 'reviewed'])
  })

  it('cannot be cut by a shared loss once its money has left the balance', () => {
    const cut = withdrawalStates.filter(state => withdrawalMachine.table[state].cut)
    expect(cut).toEqual(['requested', 'reviewed', 'released'])
  })

  it('is booked again after a restore from its waiting state, by what the chain or the signer shows', () => {
    const again = (actor: WithdrawalActor) =>
      withdrawalStates.filter(state => withdrawalMachine.step(state, 'rebook', actor) !== null)
    for (const actor of ['watcher', 'signer'] as const)
      expect(again(actor)).toEqual(['requested', 'reviewed', 'released'])
    expect([...again('member'), ...again('treasurer'), ...again('driver')]).toEqual([])
  })

  it('moves its money once in each direction: taken at the hand-over, then paid out or given back', () => {
    const steps = withdrawalStates.flatMap(state =>
      Object.values(withdrawalMachine.table[state]).map(({ to, money }) => ({ state, to, money })),
    )
    const onTheWay: WithdrawalState[] = ['handed', 'signed', 'sent']
    const ends: WithdrawalState[] = ['paid', 'refused', 'cancelled', 'returned']
    for (const { state, to, money } of steps) {
      expect([state, to, money === 'captured']).toEqual([state, to, onTheWay.includes(to)])
      expect([state, to, money === 'paidOut']).toEqual([state, to, to === 'paid'])
      expect([state, to, money === 'freed']).toEqual([
        state,
        to,
        ends.includes(to) && to !== 'paid',
      ])
    }
    expect(withdrawalStates.filter(state => withdrawalMachine.isFinal(state)).sort()).toEqual(
      [...ends].sort(),
    )
  })

  it('reads as adopted from its block on, and as refused only when nothing was paid', () => {
    const as = (status: string) =>
      withdrawalStates.filter(state => withdrawalStatusOf[state] === status)
    expect(as('adopted')).toEqual(['sent', 'paid'])
    expect(as('refused')).toEqual(['refused', 'cancelled', 'returned'])
    expect(withdrawalStates.filter(state => withdrawalStageOf[state] === 'done')).toEqual(['paid'])
  })
})
