import type { CallDefinition, SuccessOf } from "@first-bounce/contract/call";
import { listAudit } from "@first-bounce/contract/operator/audit";
import { showOperatorDraftLeague } from "@first-bounce/contract/operator/draft-leagues";
import { listJobs } from "@first-bounce/contract/operator/jobs";
import { listNames } from "@first-bounce/contract/operator/people";
import { listRounds } from "@first-bounce/contract/operator/season";
import { listSeasonImports } from "@first-bounce/contract/operator/season/season-undo";
import { listWinners } from "@first-bounce/contract/operator/winners";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import { listAnnouncements } from "@first-bounce/contract/site/announcements";
import { COMMAND_LINE } from "../../plugins/audit.ts";

type Redaction = (success: never, role: OperatorRole) => unknown;
const REDACTIONS = new Map<string, Redaction>();
const ADDRESS = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;
/** The kinds of subjects in the audit log that belong to people. */
const PERSONAL_SUBJECT = /^(?:user|league|team|contact-message|mail|token|address):/;

/** Removes the name from an actor such as `Ada Reef (operator:7)`. */
const removeName = (actor: string): string => actor.replace(/^.*\((operator:\d+)\)$/s, "$1");

const getKey = ({ method, path }: CallDefinition): string => `${method} ${path}`;

/** Sets what those who may not read accounts do not see in a call's reply, apart from email addresses. */
function redact<Call extends CallDefinition>(
	call: Call,
	redaction: (success: SuccessOf<Call>, role: OperatorRole) => SuccessOf<Call>,
): void {
	REDACTIONS.set(getKey(call), redaction);
}

const redactForViewers = <Call extends CallDefinition>(
	call: Call,
	redaction: (success: SuccessOf<Call>) => SuccessOf<Call>,
): void => redact(call, (success, role) => (role === "viewer" ? redaction(success) : success));

redact(listAudit, ({ entries, nextBefore }, role) => ({
	nextBefore,
	entries: entries.map((entry) => {
		const actor = role === "viewer" ? removeName(entry.actor) : entry.actor;
		return role === "viewer" || PERSONAL_SUBJECT.test(entry.subject)
			? { ...entry, actor, reason: "", before: null, after: null }
			: entry;
	}),
}));
redact(listNames, ({ names, nextBefore }) => ({
	nextBefore,
	names: names.map((name) => ({ ...name, owner: "", deputies: [] })),
}));
redactForViewers(listWinners, ({ winners, ...rest }) => ({
	...rest,
	winners: winners.map((winner) => ({
		...winner,
		fullName: "",
		notified: winner.notified && { ...winner.notified, by: "" },
	})),
}));
redactForViewers(listAnnouncements, ({ announcements }) => ({
	announcements: announcements.map((entry) => ({ ...entry, by: "" })),
}));
redactForViewers(listRounds, ({ rounds, ...rest }) => ({
	...rest,
	rounds: rounds.map((round) => ({ ...round, hold: round.hold && { ...round.hold, reason: "" } })),
}));
redactForViewers(listSeasonImports, ({ imports, ...rest }) => ({
	...rest,
	imports: imports.map((entry) => ({
		...entry,
		actor: entry.actor === COMMAND_LINE.actor ? entry.actor : "operator",
		reason: "",
	})),
}));
redactForViewers(showOperatorDraftLeague, ({ league }) => ({
	league: { ...league, transactions: league.transactions.map((entry) => ({ ...entry, person: null, reason: "" })) },
}));
// Errors of jobs may quote what was saved or sent.
redactForViewers(listJobs, ({ jobs, ...rest }) => ({
	...rest,
	jobs: jobs.map((job) => ({ ...job, lastError: null, output: null })),
}));

/** Replaces email addresses in all texts of a reply. */
function hideAddresses(value: unknown): unknown {
	if (typeof value === "string") return value.replaceAll(ADDRESS, "[mail]");
	if (Array.isArray(value)) return value.map(hideAddresses);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hideAddresses(inner)]));
}

/** Whether an operator may read accounts, and what was written about them. */
export const mayReadAccounts = (role: OperatorRole | null): boolean => role === "owner" || role === "moderator";

/** Removes from a reply what the operator's role may not see: people's names, email addresses, reasons. */
export function redactReply(call: CallDefinition, role: OperatorRole | null, success: unknown): unknown {
	if (role !== null && mayReadAccounts(role)) return success;
	const redaction = REDACTIONS.get(getKey(call));
	return hideAddresses(redaction ? redaction(success as never, role ?? "viewer") : success);
}
