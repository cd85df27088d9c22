export * from './approval.ts'
export * from './order.ts'
export * from './protocol.ts'
