import type pg from 'pg'

/** Marks a restore in a database, to a moment so far from now: an interval in PostgreSQL's form. */
export const markRestored = (owner: pg.Pool, since = '1 minute') =>
  owner.query(
    `insert into database_cluster (number, system_identifier, timeline, base, reason, since)
     select number + 1, system_identifier, timeline, base, 'restore', house_now() + $1::interval
     from database_cluster order by number desc limit 1`,
    [since],
  )
