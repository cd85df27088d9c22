import { inLanguages } from './texts.ts'

export const failureTexts = inLanguages(
  {
    timeout: '服务器未在时限内响应，请重试',
    network: '无法连接服务器，请检查网络后重试',
    failed: '请求失败，请重试',
  },
  {
    timeout: 'The server did not answer in time. Try again',
    network: 'The server cannot be reached. Check the network and try again',
    failed: 'The request failed. Try again',
  },
)
