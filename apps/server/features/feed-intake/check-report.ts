import type { PlayerId, SeasonTime, SquadId } from "@first-bounce/rules/ids";
import type { MatchStatus, RoundStatus } from "@first-bounce/rules/round";
import { tookTheField } from "@first-bounce/rules/scoring/player-points";
import type { StatLine } from "@first-bounce/rules/scoring/stats";
import type { MatchReport } from "../../feeds/feed.ts";

/** More than anyone has ever had in a match by a wide margin: beyond it a feed is wrong, not a player brilliant. */
const MOST_IN_A_MATCH: Readonly<Record<string, number>> = {
	K: 60,
	H: 60,
	M: 30,
	T: 40,
	FF: 20,
	FA: 20,
	HO: 100,
	G: 15,
	B: 15,
	TOG: 100,
};
const MOST_OF_ANOTHER_STAT = 200;
const MOST_PLAYERS_A_SQUAD = 30;
const MOST_MINUTES = 240;
const MOST_TEAM_POINTS = 300;
/** A match that begins longer before its time than this is another one, or has been brought forward by its operator. */
const MOST_HOURS_EARLY = 12;

export type ReportedLine = NonNullable<MatchReport["lines"]>[number];

/** A match as the database has it when a report of it comes in. */
export interface StandingMatch {
	readonly squads: readonly [SquadId, SquadId];
	readonly status: RoundStatus;
	readonly startsAt: SeasonTime;
	readonly minutes: number | null;
	/** The newest moment its stats are of by their source's own word. */
	readonly asOf: number | null;
	readonly roundStatus: RoundStatus;
	readonly lines: ReadonlyMap<PlayerId, StatLine>;
}

/** The squad a player belongs to; undefined for one that the season does not have. */
export type SquadOf = (id: PlayerId) => SquadId | undefined;

const ORDER: readonly RoundStatus[] = ["scheduled", "playing", "complete"];

/** A match the feed calls partial is being played (C-43). */
export const matchStatusOf = (status: MatchStatus): RoundStatus => (status === "partial" ? "playing" : status);

const isCount = (value: number | undefined, most: number): boolean =>
	value === undefined || (Number.isInteger(value) && value >= 0 && value <= most);

/**
 * What speaks against a report. Against what is only unheard of an operator may decide: she has seen the match. What
 * cannot be is refused whoever says so.
 */
interface Fault {
	readonly text: string;
	readonly kind: "impossible" | "unheard-of";
}
const impossible = (text: string): Fault => ({ text, kind: "impossible" });
const unheardOf = (text: string): Fault => ({ text, kind: "unheard-of" });

const MOST_STORED = 32_767;

function faultsOfLine(
	{ playerId, squadId, stats }: ReportedLine,
	squads: readonly SquadId[],
	squadOf: SquadOf,
): Fault[] {
	const { other, ...own } = stats;
	const counts = Object.entries({ ...other, ...own });
	const most = (key: string) => MOST_IN_A_MATCH[key] ?? MOST_OF_ANOTHER_STAT;
	const told = ([key, count]: [string, number]) => `player ${playerId}: ${key} of ${count}`;
	const wrong = counts.filter(([key, count]) => !isCount(Number(count), key === "TOG" ? most(key) : MOST_STORED));
	const many = counts.filter((each) => !wrong.includes(each) && !isCount(Number(each[1]), most(each[0])));
	const strange = !squads.includes(squadId) || (squadOf(playerId) ?? squadId) !== squadId;
	return [
		...wrong.map((each) => impossible(told(each))),
		...many.map((each) => unheardOf(told(each))),
		...(strange ? [impossible(`player ${playerId} does not play for squad ${squadId} in this match`)] : []),
	];
}

function faultsOfLines(lines: readonly ReportedLine[], match: StandingMatch, squadOf: SquadOf): Fault[] {
	const ids = lines.map(({ playerId }) => playerId);
	const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
	const crowded = match.squads.filter(
		(squad) => lines.filter(({ squadId }) => squadId === squad).length > MOST_PLAYERS_A_SQUAD,
	);
	const present = new Set(ids);
	const missing = [...match.lines].filter(([id, line]) => tookTheField(line) && !present.has(id));
	return [
		...lines.flatMap((line) => faultsOfLine(line, match.squads, squadOf)),
		...[...twice].map((id) => impossible(`player ${id} is listed twice`)),
		...crowded.map((squad) => unheardOf(`squad ${squad} has more than ${MOST_PLAYERS_A_SQUAD} players`)),
		...missing.map(([id]) => unheardOf(`player ${id} had stats and is missing now`)),
	];
}

/** What is told of a match that is still far away: its id was mistaken, or its clock is wrong. */
function faultsOfEarliness(
	{ status = "scheduled", lines }: MatchReport,
	match: StandingMatch,
	at: SeasonTime,
): Fault[] {
	const hours = Math.floor((match.startsAt - at) / 3_600_000);
	const isBegun = status !== "scheduled" || (lines?.some(({ stats }) => tookTheField(stats)) ?? false);
	if (!isBegun || match.status !== "scheduled" || hours < MOST_HOURS_EARLY) return [];
	return [unheardOf(`it has begun ${hours} hours before its time`)];
}

function faultsOfProgress(report: MatchReport, match: StandingMatch): Fault[] {
	const { status, minutes, asOf } = report;
	const faults: Fault[] = [];
	if (match.roundStatus === "complete")
		faults.push(impossible("its round is published: a correction is the operator's"));
	if (status && ORDER.indexOf(matchStatusOf(status)) < ORDER.indexOf(match.status))
		faults.push(unheardOf(`status goes back from ${match.status} to ${status}`));
	if (minutes !== undefined && minutes < (match.minutes ?? 0))
		faults.push(unheardOf(`minutes go back from ${match.minutes} to ${minutes}`));
	if (asOf !== undefined && match.asOf !== null && asOf < match.asOf)
		faults.push(unheardOf(`stats of ${new Date(asOf).toISOString()} are older than those that are known`));
	if (!isCount(minutes, MOST_MINUTES)) faults.push(unheardOf(`${minutes} minutes`));
	for (const score of [report.homeScore, report.awayScore])
		if (!isCount(score, MOST_TEAM_POINTS)) faults.push(unheardOf(`a score of ${score}`));
	if (status === "complete" && (report.lines?.length ?? match.lines.size) === 0)
		faults.push(unheardOf("a complete match without stats"));
	return faults;
}

/** What a report is judged by besides the match as it stands. */
export interface Judgement {
	readonly squadOf: SquadOf;
	/** When it came. */
	readonly at: SeasonTime;
	/** An operator answers for it: it is only held to what is possible. */
	readonly isReleased?: boolean;
}

/** Everything that speaks against a report, in words for the operator; empty when it may be applied. */
export const faultsOfReport = (
	report: MatchReport,
	match: StandingMatch,
	{ squadOf, at, isReleased = false }: Judgement,
): string[] =>
	[
		...faultsOfProgress(report, match),
		...faultsOfEarliness(report, match, at),
		...(report.lines ? faultsOfLines(report.lines, match, squadOf) : []),
	]
		.filter(({ kind }) => !isReleased || kind === "impossible")
		.map(({ text }) => `match ${report.matchId}: ${text}`);
