export * from './compare.ts'
export * from './forecast.ts'
export * from './reflected.ts'
