/**
 * SQL: after a backup was restored, messages that were created up to this instant wait for an operator. Without a restored
 * backup it is -infinity, so that none wait.
 */
export const HELD_UNTIL = "(SELECT coalesce(max(before), '-infinity'::timestamptz) FROM held_messages)";
