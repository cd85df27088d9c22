import type { Migration } from '../platform/database/migrate.ts'

/**
 * Plans of these functions: by index, whatever the statistics of the moment are, and planned once
 * for each connection.
 */
const pinned = `set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off`

/**
 * The transfers of an act as one statement. `decideGroup` is the same decision in the program; a
 * test gives random groups to both and compares what they answer and what they write.
 */
export const ledgerPostMigration: Migration = {
  id: '2026-11-27-ledger-post',
  sql: `
    -- Opens accounts that do not exist and locks all of them, one after the other in the given order,
    -- which is the same for every transaction: so an opener who waits holds only accounts before the
    -- one that it waits for.
    create or replace function ledger_lock_accounts(ids uuid[], owners uuid[], assets text[], kinds text[],
      overdrafts boolean[]) returns setof ledger_account language plpgsql volatile ${pinned} as $$
      #variable_conflict use_variable
      declare found_account ledger_account;
      begin
        for place in 1 .. cardinality(ids) loop
          select * into found_account from ledger_account a where a.id = ids[place] for update;
          if not found then
            insert into ledger_account (id, owner, asset, kind, overdraft, epoch)
              values (ids[place], owners[place], assets[place], kinds[place], overdrafts[place],
                coalesce((select max(e.epoch) from ledger_epoch e where e.asset = assets[place]), 0))
              on conflict do nothing;
            select * into strict found_account from ledger_account a where a.id = ids[place] for update;
          end if;
          return next found_account;
        end loop;
      end $$;

    -- Posts one group: locks its accounts in the given order, decides transfer by transfer, and writes
    -- rows and balances. The outcome is 'done'; 'replayed', where this very group is in the books;
    -- 'refused', with the sum that an account cannot give; 'differs', where a name is in the books with
    -- another content (about names it); or 'anew', where a split has to be applied first. Only 'done'
    -- writes. Places count from 1; net is the sum of an account's lines, and lines is their number.
    create or replace function ledger_post(
      ids uuid[], owners uuid[], assets text[], kinds text[], overdrafts boolean[], nets numeric[], lines integer[],
      transfer_ids uuid[], debits integer[], credits integer[], amounts numeric[], transfer_kinds text[],
      transfer_references text[], given_epochs integer[], own_ids uuid[], of_group uuid, hash bytea,
      out outcome text, out about text, out needed numeric, out available numeric)
    language plpgsql volatile ${pinned} as $$
      #variable_conflict use_variable
      declare
        posted numeric[]; held numeric[]; versions bigint[]; epochs integer[]; free boolean[]; changed boolean[];
        one record; debit integer; credit integer; amount numeric;
        current_epoch integer := 0; written integer := 0; moment timestamptz; refused integer := 0;
      begin
        -- An account that can bear the sum of its lines is locked and changed at once; this is taken back
        -- where the group is not posted after all.
        for place in 1 .. cardinality(ids) loop
          update ledger_account a set posted = a.posted + nets[place], version = a.version + lines[place]
            where a.id = ids[place] and (a.overdraft or a.posted - a.held + nets[place] >= 0)
            returning a.posted - nets[place] as posted, a.held, a.version - lines[place] as version, a.epoch, a.overdraft
            into one;
          changed[place] := found;
          if not found then
            select a.posted, a.held, a.version, a.epoch, a.overdraft into one
              from ledger_lock_accounts(array[ids[place]], array[owners[place]], array[assets[place]],
                array[kinds[place]], array[overdrafts[place]]) a;
            if one.overdraft or one.posted - one.held + nets[place] >= 0 then
              update ledger_account a set posted = a.posted + nets[place], version = a.version + lines[place]
                where a.id = ids[place];
              changed[place] := true;
            end if;
          end if;
          posted[place] := one.posted;
          held[place] := one.held;
          versions[place] := one.version;
          epochs[place] := one.epoch;
          free[place] := one.overdraft;
        end loop;

        -- Read under the locks: a split that was committed while this waited is seen.
        if 'LEAF' = any (assets) then
          select coalesce(max(e.epoch), 0) into current_epoch from ledger_epoch e where e.asset = 'LEAF';
          for place in 1 .. cardinality(ids) loop
            if assets[place] = 'LEAF' and epochs[place] <> current_epoch then outcome := 'anew'; end if;
          end loop;
          for place in 1 .. cardinality(given_epochs) loop
            if given_epochs[place] <> current_epoch then outcome := 'anew'; end if;
          end loop;
        end if;

        if outcome is null then
          for place in 1 .. cardinality(transfer_ids) loop
            debit := debits[place];
            amount := amounts[place];
            if not free[debit] and posted[debit] - held[debit] < amount then
              refused := place;
              exit;
            end if;
            posted[debit] := posted[debit] - amount;
            posted[credits[place]] := posted[credits[place]] + amount;
          end loop;
          if refused > 0 then
            outcome := 'refused';
            about := assets[debit];
            needed := 0;
            available := posted[debit] - held[debit];
            for place in 1 .. cardinality(transfer_ids) loop
              continue when debits[place] <> debit;
              needed := needed + amounts[place];
              if place < refused then available := available + amounts[place]; end if;
            end loop;
          end if;
        end if;

        if outcome is null then
          -- The balances as they were, to count the lines from.
          for place in 1 .. cardinality(ids) loop posted[place] := posted[place] - nets[place]; end loop;
          moment := clock_timestamp() + coalesce((select shift from house_clock), interval '0');
          for place in 1 .. cardinality(transfer_ids) loop
            debit := debits[place];
            credit := credits[place];
            amount := amounts[place];
            posted[debit] := posted[debit] - amount;
            versions[debit] := versions[debit] + 1;
            posted[credit] := posted[credit] + amount;
            versions[credit] := versions[credit] + 1;
            insert into ledger_transfer (id, group_id, debit_account, credit_account, asset, amount, kind, reference,
              epoch, request_hash, posted_at, debit_version, debit_after, credit_version, credit_after)
            values (transfer_ids[place], of_group, ids[debit], ids[credit], assets[debit], amount,
              transfer_kinds[place], transfer_references[place],
              case when assets[debit] = 'LEAF' then current_epoch else 0 end, hash, moment,
              versions[debit], posted[debit], versions[credit], posted[credit])
            on conflict do nothing;
            if found then written := written + 1; end if;
          end loop;
          if written = cardinality(transfer_ids) then
            outcome := 'done';
            return;
          end if;
        end if;

        for place in 1 .. cardinality(ids) loop
          continue when not changed[place];
          update ledger_account a set posted = a.posted - nets[place], version = a.version - lines[place]
            where a.id = ids[place];
        end loop;
        -- A repeat is looked up only where it can show. It must be replayed even where the first time spent
        -- what it would need again.
        if outcome is distinct from 'anew' then
          for one in
            select t.kind, t.reference, t.request_hash from ledger_transfer t
              join unnest(transfer_kinds, transfer_references) as asked (kind, reference)
                on (t.kind, t.reference) = (asked.kind, asked.reference)
            union all
            select t.kind, t.reference, t.request_hash from ledger_transfer t where t.id = any (own_ids)
          loop
            outcome := 'replayed';
            if one.request_hash <> hash then
              outcome := 'differs';
              about := one.kind || ' ' || one.reference;
              exit;
            end if;
          end loop;
          -- Part of a group was new: a hash covers all of it, so that is another request.
          if written > 0 or outcome is null then
            outcome := 'differs';
            about := coalesce(about, transfer_kinds[1] || ' ' || transfer_references[1]);
          end if;
        end if;
      end $$;
  `,
}
