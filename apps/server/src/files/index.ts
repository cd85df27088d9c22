export { type CheckedFile, checkFile, HEAD_BYTES, kindOf, type NoFile } from './check.ts'
