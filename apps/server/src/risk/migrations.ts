import { APP_ROLE } from '../platform/database/connect.ts'
import type { Migration } from '../platform/database/migrate.ts'

/** The members who have answered the questions on risk. */
export const riskMigrations: readonly Migration[] = [
  {
    id: '2026-11-23-risk-questions',
    sql: `
      create table risk_answer (
        member_id uuid primary key,
        version integer not null check (version > 0),
        locale text not null check (locale in ('zh-CN', 'en')),
        /* the questions and right answers as they were read */
        words text not null,
        answered_at timestamptz not null
      );
      create function risk_answers_are_history() returns trigger language plpgsql as $$
        begin
          raise exception 'what was answered cannot be changed' using errcode = 'integrity_constraint_violation';
        end $$;
      create trigger risk_answer_rows before update or delete on risk_answer for each row execute function risk_answers_are_history();
      create trigger risk_answer_all before truncate on risk_answer for each statement execute function risk_answers_are_history();
      grant select, insert on risk_answer to ${APP_ROLE};`,
  },
]
