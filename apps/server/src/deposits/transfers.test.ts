import { describe, expect, it } from 'vitest'
import type { Log, Receipt } from './node.ts'
import { ordinalOf, readTransfer, TRANSFER, topicOf } from './transfers.ts'

const token = { contract: '0x55d398326f99059fF775485246999027B3197955', decimals: 18 }
const us = `0x${'ab'.repeat(20)}`
const them = `0x${'cd'.repeat(20)}`
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const hash = (digit: string) => `0x${digit.repeat(64)}`
const genuine: Log = {
  address: token.contract.toLowerCase(),
  topics: [TRANSFER, topicOf(them), topicOf(us)],
  data: word(10n ** 18n),
  blockNumber: 7,
  blockHash: hash('1'),
  transactionHash: hash('2'),
  logIndex: 3,
}
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

describe('an event', () => {
  it('of the pinned token that moves value is a transfer', () => {
    expect(readTransfer(genuine, token)).toEqual({
      from: them,
      to: us,
      tokenUnits: 10n ** 18n,
    })
  })

  it.each<[string, Partial<Log>]>([
    ['of another contract', { address: `0x${'99'.repeat(20)}` }],
    ['of another name', { topics: [approval, topicOf(them), topicOf(us)] }],
    ['without topics', { topics: [] }],
    ['with its value as a topic', { topics: [...genuine.topics, word(1n)], data: '0x' }],
    ['without a receiver', { topics: [TRANSFER, topicOf(them)] }],
    ['with a receiver longer than an address', { topics: [TRANSFER, topicOf(them), hash('a')] }],
    ['with a sender longer than an address', { topics: [TRANSFER, hash('a'), topicOf(us)] }],
    ['of nothing', { data: word(0n) }],
    ['without data', { data: '0x' }],
    ['with more data than a value', { data: `${word(1n)}00` }],
    ['of more than there can be', { data: word(10n ** 33n + 1n) }],
    ['of the largest number', { data: word(2n ** 256n - 1n) }],
  ])('%s is no transfer', (_, change) => {
    expect(readTransfer({ ...genuine, ...change }, token)).toBeNull()
  })
})

describe('a receipt', () => {
  const { address, topics, data } = genuine
  const event = { address, topics, data, logIndex: 3 }
  const other = { ...event, topics: [approval, topicOf(them), topicOf(us)] }
  const receipt = (logs: Receipt['logs'], status = 1): Receipt => ({
    blockNumber: 7,
    blockHash: hash('1'),
    status,
    logs,
  })

  it('gives the position of the event in the transaction, whatever its position in the block', () => {
    expect(ordinalOf(genuine, receipt([{ ...other, logIndex: 2 }, event]))).toBe(1)
    expect(ordinalOf(genuine, receipt([event, { ...other, logIndex: 2 }]))).toBe(1)
    const moved = { ...genuine, logIndex: 91 }
    const logs = [
      { ...other, logIndex: 90 },
      { ...event, logIndex: 91 },
    ]
    expect(ordinalOf(moved, receipt(logs))).toBe(1)
  })

  it.each<[string, Receipt]>([
    ['of a failed transaction', receipt([event], 0)],
    ['without the event', receipt([])],
    ['with another value', receipt([{ ...event, data: word(2n) }])],
    ['with another contract', receipt([{ ...event, address: us }])],
    ['with another event in its place', receipt([other])],
  ])('%s does not confirm the event', (_, receipt) => {
    expect(ordinalOf(genuine, receipt)).toBeNull()
  })
})
