/** SQL for the instant up to which queued messages wait for an operator, because a backup was restored; long ago without one. */
export const HELD_UNTIL = "(SELECT coalesce(max(before), '-infinity'::timestamptz) FROM held_messages)";

/** The `last_error` of a message that an operator discarded after a restore. It has not failed: nobody has to send it again. */
export const DISCARDED = "Discarded after a restore";
