import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { MatchReport, Reading } from "../../feeds/feed.ts";
import { startRound } from "../round-life/start-round.ts";
import { lockSeason, touchSeason } from "../season/touch-season.ts";
import { noteAnnouncedStart } from "./announced-starts.ts";
import { faultsOfReport, matchStatusOf, type ReportedLine, type SquadOf, type StandingMatch } from "./check-report.ts";
import { type Correction, correctionsOf, judgePayload, replaceLines, standingMatch, writeStatuses } from "./queries.ts";

export interface Intake {
	readonly verdict: "applied" | "unchanged" | "quarantined";
	/** What speaks against it; for an applied payload, what was set aside. */
	readonly faults: readonly string[];
}

export interface Season {
	readonly id: number;
	readonly squadOf: SquadOf;
}

const isSameLine = (a: ReportedLine["stats"], b: ReportedLine["stats"] | undefined): boolean =>
	b !== undefined &&
	a.TOG === b.TOG &&
	JSON.stringify(Object.entries({ ...a, ...a.other, other: 0 }).toSorted()) ===
		JSON.stringify(Object.entries({ ...b, ...b.other, other: 0 }).toSorted());

const haveLinesChanged = (lines: readonly ReportedLine[], match: StandingMatch): boolean =>
	lines.length !== match.lines.size ||
	lines.some(({ playerId, stats }) => !isSameLine(stats, match.lines.get(playerId)));

async function applyReport(
	transaction: Kysely<Tables>,
	season: Season,
	report: MatchReport,
	match: StandingMatch & { roundId: number },
	at: Date,
) {
	let changed = false;
	const lines = report.lines?.filter(({ playerId }) => season.squadOf(playerId) !== undefined);
	if (lines && haveLinesChanged(lines, match)) {
		await replaceLines(transaction, season.id, report.matchId, lines);
		changed = true;
	}
	const status = report.status ? matchStatusOf(report.status) : match.status;
	const { minutes = null, homeScore = null, awayScore = null, providerId = null } = report;
	const asOf = report.asOf === undefined ? null : new Date(report.asOf);
	const { numUpdatedRows } = await transaction
		.updateTable("matches")
		.set((eb) => ({
			status,
			completed_at: status === "complete" ? eb.fn.coalesce("completed_at", eb.val(at)) : null,
			minutes: eb.fn.coalesce(eb.val(minutes), "minutes"),
			home_score: eb.fn.coalesce(eb.val(homeScore), "home_score"),
			away_score: eb.fn.coalesce(eb.val(awayScore), "away_score"),
			provider_id: eb.fn.coalesce(eb.val(providerId), "provider_id"),
			stats_as_of: eb.fn.coalesce(eb.val(asOf), "stats_as_of"),
		}))
		.where("season_id", "=", season.id)
		.where("id", "=", report.matchId)
		.where((eb) =>
			eb.or([
				eb("status", "<>", status),
				...(minutes === null ? [] : [eb("minutes", "is distinct from", minutes)]),
				...(homeScore === null ? [] : [eb("home_score", "is distinct from", homeScore)]),
				...(awayScore === null ? [] : [eb("away_score", "is distinct from", awayScore)]),
				...(providerId === null ? [] : [eb("provider_id", "is distinct from", providerId)]),
				...(asOf === null ? [] : [eb("stats_as_of", "is distinct from", asOf)]),
			]),
		)
		.executeTakeFirst();
	if (report.startsAt !== undefined)
		await noteAnnouncedStart(transaction, { seasonId: season.id, matchId: report.matchId }, report.startsAt, at);
	const inRound = { seasonId: season.id, roundId: match.roundId };
	if (status !== "scheduled" && (await startRound(transaction, inRound, at.getTime()))) changed = true;
	if (report.statuses && (await writeStatuses(transaction, season.id, report.statuses))) changed = true;
	return changed || numUpdatedRows > 0n;
}

function setAsideOf(report: MatchReport, season: Season): string[] {
	const ids = [...(report.lines ?? []), ...(report.statuses ?? [])].map(({ playerId }) => playerId);
	const strangers = ids.filter((id) => season.squadOf(id) === undefined);
	const words = [...new Set(strangers)].map((id) => `player ${id} is unknown and was set aside`);
	return [...words, ...(report.notes ?? [])].map((note) => `match ${report.matchId}: ${note}`);
}

/** A feed's lines with an operator's corrections in their place (decisions §7). */
function withCorrections(report: MatchReport, corrections: readonly Correction[], season: Season): MatchReport {
	if (!report.lines || corrections.length === 0) return report;
	const corrected = new Set(corrections.map(({ playerId }) => playerId));
	const said = corrections.flatMap(({ playerId, stats }) => {
		const squadId = season.squadOf(playerId);
		return stats && squadId !== undefined ? [{ playerId, squadId, stats }] : [];
	});
	return { ...report, lines: [...report.lines.filter(({ playerId }) => !corrected.has(playerId)), ...said] };
}

type Told = Pick<Extract<Reading, { ok: true }>, "reports" | "eachOnItsOwn">;

/** A payload that is to be judged. */
export interface Judged {
	readonly payloadId: number;
	/** Season time. */
	readonly at: Date;
	/** An operator answers for it: only what cannot be is refused. */
	readonly isReleased?: boolean;
}

/**
 * Judges a payload's reports and applies them, all or none, in one transaction together with the verdict. A report
 * with a fault quarantines the payload, or is left out where each stands on its own; an unknown player is set aside and
 * the rest goes in.
 */
export const applyReports = (db: Kysely<Tables>, season: Season, told: Told, judged: Judged): Promise<Intake> =>
	db.transaction().execute((transaction) => applyWithin(transaction, season, told, judged));

/** The same in a transaction that does more besides. */
export async function applyWithin(
	transaction: Kysely<Tables>,
	season: Season,
	{ reports, eachOnItsOwn = false }: Told,
	{ payloadId, at, isReleased = false }: Judged,
): Promise<Intake> {
	await lockSeason(transaction, season.id, "shared");
	const standing = new Map<MatchReport, StandingMatch & { roundId: number }>();
	const faults: string[] = [];
	for (const told of reports.toSorted((a, b) => a.matchId - b.matchId)) {
		const match = await standingMatch(transaction, season.id, told.matchId);
		if (!match) {
			faults.push(`match ${told.matchId} is unknown`);
			continue;
		}
		const report = withCorrections(told, await correctionsOf(transaction, season.id, told.matchId), season);
		standing.set(report, match);
		const found = faultsOfReport(report, match, { squadOf: season.squadOf, at: at.getTime(), isReleased });
		faults.push(...found);
		if (found.length > 0) standing.delete(report);
	}
	if (faults.length > 0 && (!eachOnItsOwn || standing.size === 0)) {
		await judgePayload(transaction, payloadId, "quarantined", faults);
		return { verdict: "quarantined", faults };
	}
	let changed = false;
	for (const [report, match] of standing)
		changed = (await applyReport(transaction, season, report, match, at)) || changed;
	if (changed) await touchSeason(transaction, season.id);
	const verdict = changed ? "applied" : "unchanged";
	const setAside = [...faults, ...reports.flatMap((report) => setAsideOf(report, season))];
	await judgePayload(transaction, payloadId, verdict, setAside);
	return { verdict, faults: setAside };
}
