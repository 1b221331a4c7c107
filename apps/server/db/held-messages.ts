/**
 * SQL: a subquery. Messages that were created up to this instant were held when a backup was restored, and wait for an operator.
 * -infinity if no backup was restored. A message is sent only if it was created later.
 */
export const HELD_UNTIL_SQL = "(SELECT coalesce(max(before), '-infinity'::timestamptz) FROM held_messages)";

/** The `last_error` of a message that an operator discarded after a restore. It has not failed: nobody has to send it again. */
export const DISCARDED = "Discarded after a restore";
