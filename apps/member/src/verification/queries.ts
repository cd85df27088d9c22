import { emailStatus } from '@banyan/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/index.ts'

export const emailQuery = queryOptions({
  queryKey: ['verification', 'email'],
  queryFn: ({ signal }) => api.ask(emailStatus, {}, { signal }),
})
