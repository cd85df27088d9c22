import { earlierParametersV1, NO_VERSION_BEFORE, versionText } from '@banyan/economy'

/** Version 1 of the rule book as it was published before outside income was released slowly. */
export const olderBook = versionText({
  parameters: earlierParametersV1,
  difference: { zh: '规则书第一版。', en: 'The first version of the rule book.' },
  previousHash: NO_VERSION_BEFORE,
})
