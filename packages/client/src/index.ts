export * from './client.ts'
export * from './errors.ts'
export * from './idempotency.ts'
export * from './server-clock.ts'
