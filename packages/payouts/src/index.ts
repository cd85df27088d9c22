export * from './approval.ts'
export * from './collection.ts'
export * from './order.ts'
export * from './protocol.ts'
