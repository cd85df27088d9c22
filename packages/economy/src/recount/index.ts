export { recount, recountTold } from './recount.ts'
export { shareAgain } from './sharing.ts'
export { ToldReader } from './told-reader.ts'
export { recountWindDown } from './wind-down.ts'
