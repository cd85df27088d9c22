import { neededForTrades } from '../otc/index.ts'
import { otcModule } from '../otc/module.ts'
import { sealedSample } from '../platform/key-check.ts'
import { defineModule, provide } from '../platform/manifest.ts'
import { openSealing } from '../platform/sealing.ts'
import { uploadsModule } from '../uploads/module.ts'
import { openChat } from './index.ts'
import { chatMigrations } from './migrations.ts'

export const chatModule = defineModule({
  name: 'chat',
  needs: { otc: otcModule, uploads: uploadsModule },
  migrations: chatMigrations,
  keyEvidence: {
    sealed: [
      sealedSample(
        'chat_message where length(text) > 0',
        "text as sealed, 'chat message ' || id as place",
      ),
    ],
  },
  sealed: [
    {
      table: 'chat_message',
      id: { trade_id: 'uuid', place: 'integer' },
      columns: { text: "'chat message ' || id" },
    },
  ],
  offers: ['chat_message'],
  open: (platform, { otc, uploads }) =>
    openChat(platform, {
      sealing: openSealing(platform.secrets.fieldKey),
      tradeParties: otc.tradeParties,
      ownUploads: uploads.own,
      filesAmong: uploads.filesAmong,
      tradeOfCase: otc.tradeOfCase,
    }),
  provides: (chat, { otc }) => [
    provide(uploadsModule, 'visible', chat.maySeeUpload),
    provide(
      uploadsModule,
      'visibleToOperators',
      async ({ operatorId, role }, uploadId) =>
        role === 'arbitrator' && otc.hearsAnyOf(operatorId, await chat.tradesOfPicture(uploadId)),
    ),
    provide(uploadsModule, 'usedIn', async (reader, uploadIds) =>
      neededForTrades(otc, reader, 'chat', await chat.picturesShown(reader, uploadIds)),
    ),
  ],
})
