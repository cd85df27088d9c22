export {
  type CollectedFee,
  type DynamicPay,
  type DynamicPayRun,
  openDynamicPay,
} from './dynamic.ts'
export { checkDynamic } from './dynamic-check.ts'
export { dynamicRoutes } from './dynamic-routes.ts'
