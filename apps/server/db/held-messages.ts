/**
 * SQL: after a backup was restored, messages that were created up to this instant wait for an operator. Without a restored
 * backup it is -infinity, so that none wait.
 */
export const HELD_UNTIL = "(SELECT coalesce(max(before), '-infinity'::timestamptz) FROM held_messages)";

/** The `last_error` of a message that an operator discarded after a restore. It has not failed: nobody has to send it again. */
export const DISCARDED = "Discarded after a restore";
