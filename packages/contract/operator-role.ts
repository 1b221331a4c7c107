/**
 * What an operator may do. Owners may do everything; `match-day` runs rounds, statistics, players and announcements;
 * `moderator` acts on reports, names, chat and suspensions; `viewer` reads what is not personal.
 */
export const OPERATOR_ROLES = ["owner", "match-day", "moderator", "viewer"] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Whether an operator may make a call that is defined for a role. Every role may make those for viewers. */
export const isRoleAllowed = (role: OperatorRole, needed: OperatorRole): boolean =>
	role === "owner" || role === needed || needed === "viewer";
