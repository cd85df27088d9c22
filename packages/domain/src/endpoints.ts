import * as calls from './calls.ts'
import type { Endpoint } from './contract/endpoint.ts'
import type { OtherCall } from './contract/other-call.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'answer' in value

const isOtherCalls = (value: unknown): value is readonly OtherCall[] =>
  Array.isArray(value) && value.every(one => typeof one === 'object' && 'gives' in one)

const isOfOperators = ({ path }: { path: string }): boolean => path.startsWith('/api/operator/')
const isOfMembers = (call: { path: string }): boolean => !isOfOperators(call)

const declared: readonly unknown[] = Object.values(calls)
const endpoints = declared.filter(isEndpoint)
const others = declared.filter(isOtherCalls).flat()

/** Every call of the member API: what the document lists and the tests walk over. */
export const allEndpoints: readonly Endpoint[] = endpoints.filter(isOfMembers)

/** Every call of the operators' API: a realm and a document of its own. */
export const operatorEndpoints: readonly Endpoint[] = endpoints.filter(isOfOperators)

/** Calls of the member API that are not envelopes both ways: pictures and the live stream. */
export const otherCalls: readonly OtherCall[] = others.filter(isOfMembers)

/** Calls of the operators' API that are not envelopes both ways: pictures and the live stream. */
export const operatorCalls: readonly OtherCall[] = others.filter(isOfOperators)
