import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/**
 * The versions of the rule book: a hash chain, never changed. Every version after the first has the
 * names of the two people who approved it.
 */
export const ruleMigrations: readonly Migration[] = [
  {
    id: '2026-11-21-rules',
    sql: `
      create table rule_version (
        number integer primary key check (number >= 1),
        effective_at timestamptz not null,
        published_at timestamptz not null,
        /* the canonical text that is hashed; it holds the hash of the version before */
        document text not null,
        hash bytea not null unique check (hash = sha256(convert_to(document, 'UTF8'))),
        proposed_by text,
        approved_by text,
        check (number = 1 or (proposed_by is not null and approved_by is not null and proposed_by <> approved_by))
      );

      create function rule_version_is_history() returns trigger language plpgsql as $$
        begin
          raise exception 'a version of the rule book cannot be changed: publish another' using errcode = 'integrity_constraint_violation';
        end $$;
      create trigger rule_version_rows before update or delete on rule_version
        for each row execute function rule_version_is_history();
      create trigger rule_version_all before truncate on rule_version
        for each statement execute function rule_version_is_history();

      grant select, insert on rule_version to ${APP_ROLE};
    `,
  },
  {
    id: '2026-11-22-rules-drafts',
    sql: `
      -- A version as somebody proposes it: the very text that is published when another person agrees.
      create table rule_draft (
        id uuid primary key,
        document text not null,
        hash bytea not null check (hash = sha256(convert_to(document, 'UTF8')))
      );
      create trigger rule_draft_rows before update or delete on rule_draft
        for each row execute function rule_version_is_history();
      grant select, insert on rule_draft to ${APP_ROLE};
    `,
  },
]
