/** SQL for the instant up to which queued messages wait for an operator, because a backup was restored; long ago without one. */
export const HELD_UNTIL = "(SELECT coalesce(max(before), '-infinity'::timestamptz) FROM held_messages)";
