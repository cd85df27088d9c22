/**
 * SQL that adds a column to a table: the rule version that was in force for its row at an instant
 * of the row. Existing rows get it from the book's history. A table without rows may be older than
 * the book, so the history is read only where there is a row to fill.
 */
export const ruleVersionColumn = (table: string, at: string): string => `
      alter table ${table} add column rule_version integer check (rule_version >= 1);
      do $$ begin
        if exists (select from ${table}) then
          update ${table} set rule_version = (select max(number) from rule_version
            where number = 1 or effective_at <= ${at});
        end if;
      end $$;
      alter table ${table} alter column rule_version set not null;`

/**
 * SQL that adds a column to a table of orders that settlements deal: the rule version of the run
 * that dealt the row, null until then. `dealt` is the condition for dealt rows.
 */
export const dealVersionColumn = (table: string, dealt: string): string => `
      alter table ${table} add column deal_version integer check (deal_version >= 1);
      do $$ begin
        if exists (select from ${table}) then
          update ${table} set deal_version = (select parameters_version from settlement_run
            where settlement_run.period = ${table}.period)
          where ${dealt};
        end if;
      end $$;
      alter table ${table} add check ((deal_version is not null) = (${dealt}));`
