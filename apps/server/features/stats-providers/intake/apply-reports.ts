import type { MatchId, PlayerId, SquadId } from "@first-bounce/rules/ids";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import { type ClubHistory, getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../../db/tables/tables.ts";
import { incrementDataVersion, lockSeason } from "../../seasons/current/season-version-queries.ts";
import { startRound } from "../../seasons/start-rounds/start-round.ts";
import type { MatchReport, ParsedReports, ReportedLine } from "../feed.ts";
import { type LineChange, saveStatEvents } from "../stat-events/stat-event-queries.ts";
import { replaceLines } from "../stat-line-queries.ts";
import { saveAnnouncedStart } from "./announced-start-queries.ts";
import {
	checkReport,
	getMatchStatus,
	inferStatus,
	lacksStats,
	removeEarlierClock,
	type StoredMatch,
} from "./check-report.ts";
import { applyCorrections, completeLines, listOddTimesOnGround } from "./complete-lines.ts";
import type { FaultyLine, SquadLookup } from "./faulty-lines.ts";
import { saveListing } from "./listing-queries.ts";
import { closeAsSuperseded, removeSuperseded, saveReportOrder } from "./payload-order.ts";
import type { PayloadOrder } from "./payload-order-queries.ts";
import { listCorrections, lockMatch, savePublishedMatches, updateMatchState, updateStatuses } from "./queries.ts";
import { findRepeatedMatch, isSameLine } from "./repeated-lines.ts";
import {
	closeSupersededPayloads,
	saveFaultyLines,
	saveLateLines,
	saveLateScore,
	saveReductions,
} from "./save-reviews.ts";
import { saveVerdict, saveVerdictWithNotes, saveWarnings } from "./verdict-queries.ts";

export interface IntakeResult {
	/** `superseded` means that later payloads have replaced everything in this one. */
	readonly verdict: "applied" | "unchanged" | "quarantined" | "superseded";
	/** The reasons for the quarantine or, for an applied payload, what was left out. */
	readonly problems: readonly string[];
}

export interface IntakeSeason {
	readonly seasonId: number;
	readonly players: ReadonlyMap<PlayerId, ClubHistory>;
	readonly rules: Pick<SeasonRules, "scoring">;
}

const STATUS_INFERRED =
	"the file does not say that the match is over, so it stays playing until match_status or an operator ends it";

const STATS_MISSING = "reported as over, but kept as playing until its stats arrive";

/** A report that may be applied, its match in the database, and the lines to leave out. */
interface CheckedReport {
	readonly report: MatchReport;
	readonly match: StoredMatch & PayloadOrder & { readonly roundId: number };
	readonly faultyLines: readonly FaultyLine[];
}

/** Replaces the match's lines except those of players with a faulty one; returns those that changed. */
async function applyLines(
	trx: Db,
	season: IntakeSeason,
	{ report, match, faultyLines }: CheckedReport,
	context: PayloadContext,
): Promise<readonly LineChange[]> {
	if (!report.lines) return [];
	const { matchId } = report;
	const reviewed = { seasonId: season.seasonId, matchId, payloadId: context.payloadId, at: context.at };
	const linesOfKnownPlayers = faultyLines.filter(({ playerId }) => season.players.has(playerId));
	await saveFaultyLines(trx, reviewed, linesOfKnownPlayers, match.lines);
	const excluded = new Set(faultyLines.map(({ playerId }) => playerId));
	const lines = report.lines.filter(({ playerId }) => season.players.has(playerId) && !excluded.has(playerId));
	const storedLines = new Map([...match.lines].filter(([playerId]) => !excluded.has(playerId)));
	const changes = listLineChanges(lines, storedLines);
	if (changes.length === 0) return [];
	await replaceLines(trx, reviewed, lines, excluded);
	await saveReductions(trx, reviewed, lines, storedLines);
	return changes;
}

/** Lists the lines that differ from the stored ones, new and missing ones included. */
function listLineChanges(lines: readonly ReportedLine[], stored: ReadonlyMap<PlayerId, StatLine>): LineChange[] {
	const reported = new Set(lines.map(({ playerId }) => playerId));
	const missing = [...stored].filter(([playerId]) => !reported.has(playerId));
	return [
		...lines
			.filter(({ playerId, stats }) => !isSameLine(stats, stored.get(playerId)))
			.map(({ playerId, stats }) => ({ playerId, before: stored.get(playerId) ?? null, after: stats })),
		...missing.map(([playerId, before]) => ({ playerId, before, after: null })),
	];
}

/** Applies a report to its match. Returns whether it changed anything. */
async function applyReport(
	trx: Db,
	season: IntakeSeason,
	checkedReport: CheckedReport,
	context: PayloadContext,
): Promise<boolean> {
	const { report, match } = checkedReport;
	const { seasonId, rules } = season;
	const { at } = context;
	const matchKey = { seasonId, matchId: report.matchId };
	const lines = await applyLines(trx, season, checkedReport, context);
	const hasNewLines = lines.length > 0;
	const status = report.status ? getMatchStatus(report.status) : match.status;
	let hasChanged = await updateMatchState(trx, seasonId, { ...report, status }, { at, hasNewLines });
	await saveStatEvents(trx, matchKey, lines, { isOver: match.status === "complete", at, rules });
	if (report.startsAt !== undefined) await saveAnnouncedStart(trx, matchKey, report.startsAt, at);
	if (report.listing) await saveListing(trx, matchKey, report.listing, at);
	const roundKey = { seasonId, roundId: match.roundId };
	if (status !== "scheduled" && (await startRound(trx, roundKey, at.getTime()))) hasChanged = true;
	if (report.statuses && (await updateStatuses(trx, roundKey, report.statuses))) hasChanged = true;
	return hasChanged;
}

/** Lists messages about unknown players, and the report's notes. */
function listSkippedMessages(report: MatchReport, season: IntakeSeason): string[] {
	const ids = [...(report.lines ?? []), ...(report.statuses ?? [])].map(({ playerId }) => playerId);
	const unknown = ids.filter((id) => !season.players.has(id));
	const messages = [...new Set(unknown)].map((id) => `player ${id} is unknown and was skipped`);
	return [...messages, ...(report.notes ?? [])].map((note) => `match ${report.matchId}: ${note}`);
}

/** Saves what a report changes in a published match as a late correction; returns messages for the operator. */
async function saveLateCorrection(
	trx: Db,
	season: IntakeSeason,
	{ report, match, faultyLines }: CheckedReport,
	{ payloadId, at }: PayloadContext,
): Promise<string[]> {
	const { matchId, lines = [] } = report;
	const faultyLineByPlayer = new Map(faultyLines.map((line) => [line.playerId, line]));
	const impossibleLines = faultyLines.filter(({ problems }) => problems.some(({ kind }) => kind === "impossible"));
	const impossiblePlayers = new Set(impossibleLines.map(({ playerId }) => playerId));
	const usable = lines.filter(({ playerId }) => season.players.has(playerId) && !impossiblePlayers.has(playerId));
	const isUnchanged = ({ playerId, stats }: ReportedLine) => isSameLine(stats, match.lines.get(playerId));
	const unchanged = new Set(usable.filter(isUnchanged).map(({ playerId }) => playerId));
	const lateLines = usable
		.filter((line) => !isUnchanged(line))
		.map(({ playerId, stats }) => {
			const problems = (faultyLineByPlayer.get(playerId)?.problems ?? []).map(({ text }) => text);
			return { playerId, reported: stats, problems };
		});
	const reviewed = { seasonId: season.seasonId, matchId, payloadId, at };
	const waitingCount = await saveLateLines(trx, reviewed, { lines: lateLines, unchanged }, match.lines);
	const messages = impossibleLines.flatMap(({ problems }) => problems.map(({ text }) => text));
	if (waitingCount > 0)
		messages.push(`its round is published: the changed stats of ${waitingCount} players wait for an operator`);
	if (await saveLateScore(trx, reviewed, report, match.score))
		messages.push("its round is published: the changed score waits for an operator");
	return messages.map((text) => `match ${matchId}: ${text}`);
}

/** The payload that the reports come from. */
export interface PayloadContext {
	readonly payloadId: number;
	/** Season time. */
	readonly at: Date;
	/** Season time at which the payload was first received. */
	readonly receivedAt: Date;
	/** Whether an operator has released the payload, so that implausible values are accepted. */
	readonly isReleased?: boolean;
	/** Players whose lines an operator has accepted. */
	readonly acceptedPlayers?: ReadonlySet<PlayerId>;
}

/** Checks the reports against their locked matches. */
async function checkReports(trx: Db, season: IntakeSeason, parsed: ParsedReports, context: PayloadContext) {
	const { payloadId, receivedAt, isReleased = false } = context;
	const passedReports: CheckedReport[] = [];
	const problems: string[] = [];
	const warnings: string[] = [...(parsed.warnings ?? [])];
	const skipped: string[] = [...(parsed.notes ?? [])];
	/** How many reports later payloads have replaced. */
	let staleCount = 0;
	for (const reported of parsed.reports.toSorted((a, b) => a.matchId - b.matchId)) {
		const match = await lockMatch(trx, season.seasonId, reported.matchId);
		if (!match) {
			problems.push(`match ${reported.matchId} is unknown`);
			continue;
		}
		const remaining = removeSuperseded(reported, match, payloadId);
		if (!remaining) {
			staleCount++;
			continue;
		}
		const currentReport = isReleased ? remaining : removeEarlierClock(remaining, match);
		const corrections = await listCorrections(trx, season.seasonId, reported.matchId);
		const findSquadId: SquadLookup = (id) => {
			const player = season.players.get(id);
			return player && getSquadInRound(player, match.roundId);
		};
		const countListed = (squadId: SquadId) =>
			[...season.players.values()].filter((player) => getSquadInRound(player, match.roundId) === squadId).length;
		const completed = completeLines(inferStatus(currentReport, match, receivedAt.getTime()), match);
		const report = applyCorrections(completed, corrections, findSquadId);
		if (currentReport.isStatusInferred && report.status === "playing")
			warnings.push(`match ${reported.matchId}: ${STATUS_INFERRED}`);
		const check = checkReport(report, match, {
			...context,
			rules: season.rules,
			findSquadId,
			countListed,
			receivedAt: receivedAt.getTime(),
		});
		const reportProblems =
			check.problems.length > 0 || isReleased
				? check.problems
				: await findRepeatedMatch(trx, season.seasonId, report, match);
		if (reportProblems.length > 0) {
			problems.push(...reportProblems);
			continue;
		}
		const oddTimes = listOddTimesOnGround(currentReport);
		skipped.push(...oddTimes.map((text) => `match ${report.matchId}: ${text}`));
		const waitsForStats = !isReleased && lacksStats(report, match, countListed);
		if (waitsForStats) skipped.push(`match ${report.matchId}: ${STATS_MISSING}`);
		passedReports.push({
			report: waitsForStats ? { ...report, status: "playing" } : report,
			match,
			faultyLines: check.faultyLines,
		});
	}
	return { passedReports, problems, warnings, skipped, staleCount };
}

/**
 * Checks a payload's reports and applies them in the caller's transaction, with the verdict. A faulty report quarantines the
 * payload, or is left out if the reports are independent. Faulty lines, unknown players and values that later payloads
 * have replaced are left out. Stats and scores of a published round wait for an operator.
 */
export async function applyReports(
	trx: Db,
	season: IntakeSeason,
	parsed: ParsedReports,
	context: PayloadContext,
): Promise<IntakeResult> {
	const { payloadId } = context;
	const { areIndependent = false } = parsed;
	await lockSeason(trx, season.seasonId, "shared");
	const checked = await checkReports(trx, season, parsed, context);
	const { passedReports, problems, warnings, skipped, staleCount } = checked;
	if (problems.length > 0 && (!areIndependent || passedReports.length === 0)) {
		await saveVerdict(trx, payloadId, "quarantined", problems);
		return { verdict: "quarantined", problems };
	}
	if (staleCount > 0 && passedReports.length === 0) {
		await closeAsSuperseded(trx, payloadId);
		return { verdict: "superseded", problems: [] };
	}
	let hasChanged = false;
	const published: MatchId[] = [];
	skipped.push(...problems);
	for (const checkedReport of passedReports) {
		const { report, match, faultyLines } = checkedReport;
		if (match.roundStatus === "complete") {
			published.push(report.matchId);
			skipped.push(...(await saveLateCorrection(trx, season, checkedReport, context)));
		} else {
			if (await applyReport(trx, season, checkedReport, context)) hasChanged = true;
			const messages = faultyLines.flatMap((line) =>
				line.problems.map(({ text }) => `match ${report.matchId}: ${text}`),
			);
			skipped.push(...messages);
		}
		skipped.push(...listSkippedMessages(report, season));
		await saveReportOrder(trx, season.seasonId, { report, match, payloadId });
	}
	if (hasChanged) await incrementDataVersion(trx, season.seasonId);
	const verdict = hasChanged ? "applied" : "unchanged";
	await savePublishedMatches(trx, payloadId, published);
	await saveWarnings(trx, payloadId, warnings);
	await saveVerdictWithNotes(trx, payloadId, verdict, skipped);
	if (problems.length === 0) await closeSupersededPayloads(trx, payloadId);
	return { verdict, problems: skipped };
}
