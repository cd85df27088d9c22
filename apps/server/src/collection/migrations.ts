import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * Collection of USDT from recharge addresses. It has no posting, because the money stays in
 * custody.
 */
export const collectionMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-collection',
    sql: `
      -- Every transaction that the signer has signed to collect, by the hash of the first one with its
      -- nonce. What it moved is what the watcher has seen: custody_transfer.
      create table collection_transaction (
        id text primary key check (id ~ '^0x[0-9a-f]{64}$'),
        chain_id bigint not null,
        /* its number in the journal of the signer */
        place bigint not null check (place >= 0),
        purpose text not null check (purpose in ('gas', 'collect', 'excess')),
        derivation_index integer check (derivation_index >= 0),
        sender text not null,
        recipient text not null,
        /* token units; wei for gas */
        units numeric(78,0) not null check (units > 0),
        nonce bigint not null check (nonce >= 0),
        transactions text[] not null check (cardinality(transactions) > 0),
        state text not null check (state in ('signed', 'mined', 'final', 'failed')),
        block_number bigint,
        signed_at timestamptz not null,
        ended_at timestamptz,
        check ((purpose = 'excess') = (derivation_index is null)),
        check ((state in ('final', 'failed')) = (ended_at is not null))
      );
      create index collection_transaction_newest on collection_transaction (signed_at desc, place desc);
      create index collection_transaction_open on collection_transaction (chain_id, place)
        where ended_at is null;
      create index collection_transaction_block on collection_transaction (chain_id, block_number);

      -- What the signer said of its settings, and why nothing is collected.
      create table collection_status (
        only_row boolean primary key default true check (only_row),
        stop text,
        checked_at timestamptz not null,
        settings jsonb
      );
      grant select, insert, update on collection_transaction, collection_status to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-23-collection-places',
    sql: `
      create index collection_transaction_place on collection_transaction (chain_id, place);
    `,
  },
  {
    id: '2026-11-26-collection-of-an-address',
    sql: `
      -- What was collected from one address, beside its recharges.
      create index collection_transaction_address on collection_transaction (derivation_index, signed_at desc);
    `,
  },
]
