export { recount } from './recount.ts'
