import { Silent, TransportError } from '@banyan/client'
import { expect, it, vi } from 'vitest'
import { OperatorSession, type SessionSetup } from './session.ts'

const mei = { id: `opr_${'1'.repeat(32)}`, name: 'mei', role: 'reviewer', warnings: [] } as const
const wei = { id: `opr_${'2'.repeat(32)}`, name: 'wei', role: 'treasurer', warnings: [] } as const
const me = (of: typeof mei | typeof wei) => ({ ...of, warnings: [] })

function opened(setup: Partial<SessionSetup> = {}) {
  const changed = vi.fn()
  const session = new OperatorSession({
    mayBeSignedIn: () => true,
    whoAmI: async () => me(mei),
    open: async ({ name }) => me(name === 'wei' ? wei : mei),
    end: async () => {},
    forget: () => {},
    changed,
    ...setup,
  })
  return { session, changed }
}

it('goes on where the tab was', async () => {
  const { session } = opened()
  await session.start()
  expect(session.state()).toEqual({ phase: 'in', me: me(mei) })
})

it('asks for a sign-in when the server knows the session no longer', async () => {
  const { session } = opened({ whoAmI: () => Promise.reject(new Silent()) })
  await session.start()
  expect(session.state().phase).toBe('out')
})

it('does not sign out because the server is away', async () => {
  const { session } = opened({ whoAmI: () => Promise.reject(new TransportError('network')) })
  await session.start()
  expect(session.state().phase).toBe('unreachable')
})

it('keeps the pages behind the lock for the operator who locked them', async () => {
  const { session, changed } = opened()
  await session.start()
  session.lock()
  expect(session.state()).toEqual({ phase: 'locked', me: me(mei) })
  await session.signIn({ name: 'mei', password: 'x' })
  expect(session.state().phase).toBe('in')
  expect(changed).not.toHaveBeenCalled()
})

it('and drops them for anybody else', async () => {
  const { session, changed } = opened()
  await session.start()
  session.lock()
  await session.signIn({ name: 'wei', password: 'x' })
  expect(changed).toHaveBeenCalledOnce()
})

it('locks when the server ends the session, and signs out at once when asked', async () => {
  const { session, changed } = opened({ end: () => Promise.reject(new TransportError('network')) })
  await session.start()
  session.expire()
  expect(session.state().phase).toBe('locked')
  await session.signOut()
  expect(session.state().phase).toBe('out')
  expect(changed).toHaveBeenCalledOnce()
})
