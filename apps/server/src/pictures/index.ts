export { type FromCleaning, runCleaning, type ToClean } from './cleaning.ts'
export { ALIKE_BITS, differenceOf } from './perceptual-hash.ts'
export type { CleanPicture } from './picture.ts'
