import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** Explanations by two operators of transfers out of custody that the platform does not know. */
export const explanationMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-transfer-explanations',
    sql: `
      -- Under the id of its proposal. Amount and addresses are the transfer's: nobody enters them.
      create table transfer_explanation (
        id uuid primary key,
        transfer_id uuid not null references custody_transfer (id),
        cause text not null check (cause in ('theft', 'mistake', 'ownMove')),
        evidence text not null check (length(evidence) between 1 and 2000),
        proposed_by uuid not null,
        proposed_at timestamptz not null,
        approved_by uuid check (approved_by <> proposed_by),
        approved_at timestamptz,
        dropped_at timestamptz,
        /* what was confirmed with it */
        loss numeric(38,0) check (loss >= 0),
        check ((approved_by is null) = (approved_at is null)),
        check ((loss is null) = (approved_at is null)),
        check (num_nonnulls(approved_at, dropped_at) <= 1),
        check (cause <> 'ownMove' or coalesce(loss, 0) = 0)
      );
      create unique index transfer_explanation_one on transfer_explanation (transfer_id) where dropped_at is null;
      create function transfer_explanation_ends_once() returns trigger language plpgsql as $$
      begin
        if num_nonnulls(old.approved_at, old.dropped_at) > 0 then
          raise exception 'explanation % has ended before', old.id using errcode = 'check_violation';
        end if;
        return new;
      end $$;
      create trigger transfer_explanation_once before update on transfer_explanation
        for each row execute function transfer_explanation_ends_once();
      grant select, insert on transfer_explanation to ${APP_ROLE};
      grant update (approved_by, approved_at, dropped_at, loss) on transfer_explanation to ${APP_ROLE};

      -- Since when a transfer is explained. It is taken off where the chain shows the event with another content.
      alter table custody_transfer add column explained_at timestamptz,
        add check (explained_at is null or state = 'final');
      create function custody_transfer_explained() returns trigger language plpgsql as $$
      begin
        if new.explained_at is not null then
          if old.explained_at is not null and (new.address, new.recipient, new.token_units)
              is distinct from (old.address, old.recipient, old.token_units) then
            raise exception 'transfer % was explained with another content', old.id using errcode = 'check_violation';
          end if;
          if old.explained_at is null and not exists (
              select from transfer_explanation where transfer_id = new.id and approved_at is not null) then
            raise exception 'transfer % is explained by nobody', old.id using errcode = 'check_violation';
          end if;
        end if;
        return new;
      end $$;
      create trigger custody_transfer_explained before update on custody_transfer
        for each row execute function custody_transfer_explained();

      alter table proposal drop constraint proposal_kind_check,
        add constraint proposal_kind_check check (kind in ('rules', 'receipt', 'shortfall', 'sharing', 'operator',
          'insider', 'wind_down', 'wind_down_cancel', 'explanation'));
    `,
  },
]
