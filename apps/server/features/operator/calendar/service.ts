import type { SuccessOf } from "@first-bounce/contract/call";
import type { CalendarTask, StepState, showCalendar as showCall } from "@first-bounce/contract/operator/calendar";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { SeasonTime } from "@first-bounce/rules/ids";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findCurrentRound, hasMatchStarted, hasRoundStarted, isSeasonComplete } from "@first-bounce/rules/round/round";
import { formatInstant } from "../../../plugins/format-instant.ts";
import { getRoundPhase, reviewRound } from "../../match-day/rounds/round-phase.ts";
import type { SeasonSnapshot, SnapshotRound } from "../../seasons/current/season-snapshot.ts";
import { countUnmatchedPlayers } from "../../seasons/rollover/person-match-queries.ts";
import { listListingProblems } from "../../stats-providers/intake/listing-queries.ts";
import { getRecheckEnd } from "../../stats-providers/intake/poll-feed.ts";
import { isMatchLate } from "../alerts/find-alerts.ts";
import { countLateLeagues } from "../draft-leagues/service.ts";
import type { OperatorServices } from "../services.ts";
import { countUnnotifiedWinners } from "../winners/service.ts";
import { listAutomaticEvents } from "./automatic-events.ts";
import { type CalendarRows, countLateCorrections, loadCalendarRows } from "./queries.ts";

type Calendar = SuccessOf<typeof showCall>;

/** Counts the matches that the provider lists differently, by round. */
async function listListingTasks({ db }: OperatorServices, { seasonId }: SeasonSnapshot): Promise<CalendarTask[]> {
	const byRound = Map.groupBy(await listListingProblems(db, seasonId), ({ roundId }) => roundId);
	return [...byRound].map(([roundId, { length }]) => ({ kind: "matches-differ", count: length, roundId }));
}

async function listRoundTasks({ db }: OperatorServices, season: SeasonSnapshot, round: SnapshotRound, now: SeasonTime) {
	const tasks: CalendarTask[] = [];
	const listed = new Set((await listListingProblems(db, season.seasonId)).map(({ matchId }) => matchId));
	const lateMatches = round.matches.filter((match) => isMatchLate(match, now) && !listed.has(match.id));
	if (lateMatches.length > 0) tasks.push({ kind: "late-matches", count: lateMatches.length, roundId: round.id });
	if (round.hold) tasks.push({ kind: "held", count: 1, roundId: round.id });
	if (getRoundPhase(round, season, now) !== "in-review") return tasks;
	const { publishesAt, withoutStats } = await reviewRound(db, season, round.id);
	if (withoutStats.length > 0)
		tasks.push({ kind: "matches-without-stats", count: withoutStats.length, roundId: round.id });
	if (!round.hold && publishesAt === null) tasks.push({ kind: "publish", count: 1, roundId: round.id });
	return tasks;
}

/** A running season that was fetched should be fetched again after this time. */
const FETCH_AGAIN_MS = 7 * DAY_MS;

/** Gets the days since the last fetch of a running season if it should be fetched again, otherwise 0. */
function getOverdueFetchDays({ seasonFetch, clocks }: OperatorServices, { fetchedAt }: CalendarRows): number {
	const age = seasonFetch && fetchedAt ? clocks.wallNow() - fetchedAt.getTime() : 0;
	return age >= FETCH_AGAIN_MS ? Math.floor(age / DAY_MS) : 0;
}

/** Lists a task of the season as a whole, or nothing if it is not due. */
const listIfDue = (kind: CalendarTask["kind"], count: number): CalendarTask[] =>
	count > 0 ? [{ kind, count, roundId: null }] : [];

async function listTasks(services: OperatorServices, season: SeasonSnapshot, rows: CalendarRows, now: SeasonTime) {
	const { decisions, hasNext } = rows;
	const round = season.rounds.find(({ status }) => status !== "complete");
	const isFeedRefused = services.feedHealth()?.health.isRefused ?? false;
	const isOver = isSeasonComplete(season.rounds);
	const winners = season.isDemo ? 0 : await countUnnotifiedWinners(services.db, season.seasonId, isOver);
	const unmatched = await countUnmatchedPlayers(services.db, season.seasonId);
	const late = season.isArchived ? 0 : await countLateLeagues(services);
	const overdueFetchDays = isOver || season.isArchived ? 0 : getOverdueFetchDays(services, rows);
	return [
		...listIfDue("decisions", decisions),
		...listIfDue("feed-refused", Number(isFeedRefused)),
		...(await listListingTasks(services, season)),
		...(round ? await listRoundTasks(services, season, round, now) : []),
		...listIfDue("winners", winners),
		...listIfDue("players-unmatched", unmatched),
		...listIfDue("draft-leagues-late", late),
		...listIfDue("fetch-again", overdueFetchDays),
		...listIfDue("close", Number(isOver && !season.isArchived)),
		...listIfDue("begin", Number(season.isArchived && hasNext)),
	];
}

function getState(isDone: boolean, isCurrent: boolean): StepState {
	if (isDone) return "done";
	return isCurrent ? "current" : "later";
}

function buildSteps(season: SeasonSnapshot, rows: CalendarRows, now: SeasonTime): Calendar["steps"] {
	const hasPlayers = season.players.size > 0;
	const hasStarted = season.rounds.some((round) => hasRoundStarted(round, now));
	const isOver = isSeasonComplete(season.rounds);
	return [
		// An imported season needs no fetch, because its folder can come from elsewhere.
		{ step: "fetch", state: getState(rows.isFetched || hasPlayers, true) },
		{ step: "decide", state: getState(rows.decisions === 0, rows.isFetched) },
		{ step: "import", state: getState(rows.isImported || hasPlayers, true) },
		{ step: "rules", state: getState(hasStarted, hasPlayers) },
		{ step: "open", state: getState(!season.isArchived || isOver, hasPlayers) },
		{ step: "finals", state: getState(isOver, rows.finalsDrawn > 0) },
		{ step: "close", state: getState(season.isArchived, isOver) },
		{ step: "next", state: getState(false, season.isArchived || rows.hasNext) },
	];
}

async function buildRounds({ db, recheck }: OperatorServices, season: SeasonSnapshot, now: SeasonTime) {
	const lateCorrectionsByRound = await countLateCorrections(db, season.seasonId);
	const currentId = findCurrentRound(season.rounds)?.id;
	return season.rounds.map((round) => {
		const recheckEnd = getRecheckEnd(round, recheck);
		const lateCorrections = lateCorrectionsByRound.get(round.id) ?? 0;
		const isPublished = round.status === "complete";
		const isDone = isPublished && lateCorrections === 0 && (recheckEnd === null || recheckEnd <= now);
		return {
			roundId: round.id,
			state: getState(isDone, isPublished || round.id === currentId),
			phase: getRoundPhase(round, season, now),
			startsAt: formatInstant(getFirstLockTime(round)),
			matches: round.matches.length,
			matchesLocked: round.matches.filter((match) => hasMatchStarted(match, now)).length,
			matchesComplete: round.matches.filter(({ status }) => status === "complete").length,
			lateCorrections,
			publishedAt: formatInstant(round.publishedAt),
			recheckedUntil: formatInstant(recheckEnd),
		};
	});
}

/** Gets what is due this week, and the season's steps and rounds as a checklist. */
export async function getCalendar(services: OperatorServices): Promise<Calendar> {
	const season = services.seasons.peek();
	if (!season) return { season: null, automaticEvents: [], tasks: [], steps: [], rounds: [] };
	const now = services.clocks.seasonNow();
	const rows = await loadCalendarRows(services.db, season.seasonId, season.rules.lastRound);
	return {
		season: { id: season.seasonId, name: season.name },
		automaticEvents: await listAutomaticEvents(services, season, now),
		tasks: await listTasks(services, season, rows, now),
		steps: buildSteps(season, rows, now),
		rounds: await buildRounds(services, season, now),
	};
}
