import { showClock } from "@first-bounce/contract/clock";
import type { PlayerEntry, RoundsFile } from "@first-bounce/contract/stats/static-data";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Line } from "@first-bounce/rules/player";
import { DEFAULT_SEASON_RULES } from "@first-bounce/rules/season-rules/season-rules";
import { buildSeasonModel, type Season } from "../../apps/web/api/season-model.ts";
import { file, success } from "./fake-api.ts";

export const RULES = DEFAULT_SEASON_RULES;
/** Start of round 2: squads 1 v 2, and a day later 3 v 4; squad 5 has a bye. */
export const SATURDAY = Date.parse("2026-09-12T05:00:00Z");
export const DAY = 86_400_000;

const SQUADS = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Club ${id}`, abbreviation: `C${id}`, imageVersion: 0 }));

/** The chance to play of players whose club has named its team, and of those who are uncertain before it has. */
const CHANCES = { playing: 1, uncertain: 0.5, emergency: 0.2, injured: 0, "not-playing": 0 } as const;

/** By default a midfielder of squad 1 for $500,000 with an average of 80. */
export function buildPlayer(
	id: number,
	{ stats = {}, ...details }: Partial<Omit<PlayerEntry, "stats">> & { stats?: Partial<PlayerEntry["stats"]> } = {},
): PlayerEntry {
	const squad = SQUADS.find((candidate) => candidate.id === (details.squadId ?? 1)) ?? {
		id: 1,
		name: "",
		abbreviation: "",
	};
	return {
		id,
		firstName: "Pat",
		lastName: `Player${id}`,
		squadId: squad.id,
		squad,
		position: ["MID"],
		cost: 500_000,
		status: "playing",
		departed: false,
		photoVersion: 0,
		birthday: null,
		selections: 10,
		locked: false,
		cost_season_diff: 0,
		cost_round_diff: 0,
		...details,
		stats: {
			prices: {},
			scores: { 1: 80 },
			seasonPriceChange: 0,
			lastRoundPriceChange: 0,
			avgPoints: 80,
			avgPointsLast3: 80,
			avgPointsLast5: 80,
			totalPoints: 80,
			highestScore: 80,
			lowestScore: 80,
			gamesPlayed: 1,
			roundPoints: 80,
			roundRank: 1,
			seasonRank: 1,
			costPerPoint: 6_250,
			breakEven: 70,
			projectedPoints: 80,
			estimate: 80,
			matchEstimate: stats.estimate ?? 80,
			estimateLow: 51,
			estimateHigh: 109,
			chanceToPlay: CHANCES[details.status ?? "playing"],
			...stats,
		},
	};
}

type Status = RoundsFile[number]["status"];

function buildRound(
	id: number,
	start: number,
	status: Status,
	matches: readonly Status[],
	minutes: number | null = null,
): RoundsFile[number] {
	return {
		id,
		status,
		startDate: new Date(start).toISOString(),
		endDate: new Date(start + 2 * DAY).toISOString(),
		isGrandFinal: false,
		theme: null,
		magicNumber: status === "complete" ? 12_000 : null,
		isHeld: false,
		byeSquads: [5],
		tournaments: matches.map((status, index) => ({
			id: id * 10 + index,
			status,
			date: new Date(start + index * DAY).toISOString(),
			homeSquadId: 2 * index + 1,
			awaySquadId: 2 * index + 2,
			venue: "The Oval",
			timeZone: null,
			homeScore: null,
			awayScore: null,
			minutes: status === "playing" ? minutes : null,
			quarter: null,
			clockSeconds: null,
			isBreak: false,
			isAbandoned: false,
			reportedAt: null,
		})),
	};
}

/** The season's static files: round 1 is complete, and round 2 has the given status. */
export const buildSeasonFiles = (
	players: readonly PlayerEntry[],
	status: Status = "scheduled",
	matches: readonly Status[] = ["scheduled", "scheduled"],
	/** Minutes played of matches in play. */
	minutes: number | null = null,
) => ({
	season: { id: 1, name: "Test", isDemo: false, rules: {} },
	squads: SQUADS,
	players: [...players],
	rounds: [
		buildRound(1, SATURDAY - 7 * DAY, "complete", ["complete", "complete"]),
		buildRound(2, SATURDAY, status, matches, minutes),
	],
});

export const buildSeason = (...files: Parameters<typeof buildSeasonFiles>): Season =>
	buildSeasonModel(buildSeasonFiles(...files));

/** The season with one more match of clubs 3 and 4 in its current round, a day after the others. */
export function withSecondMatch(season: Season): Season {
	const { current } = season;
	const last = current?.matches.at(-1);
	if (!current || !last) throw new Error("The season has no match to come");
	const shown = { ...current, matches: [...current.matches, { ...last, id: 39, startsAt: last.startsAt + DAY }] };
	return { ...season, current: shown, rounds: season.rounds.map((round) => (round.id === shown.id ? shown : round)) };
}

/** Players 1 to 21 in slot order, each in her slot's position; the utility is a midfielder. */
export const buildSquad = (details: (id: number) => Parameters<typeof buildPlayer>[1] = () => ({})): PlayerEntry[] =>
	listSlots(RULES).map((slot, index) =>
		buildPlayer(index + 1, { position: [slot.line ?? ("MID" as Line)], ...details(index + 1) }),
	);

/** The line-up of `buildSquad`: captain 6, vice captain 7, and the whole bench as emergencies. */
export const buildLineup = (): Lineup =>
	buildLineupFromIds(
		Array.from({ length: 21 }, (_, index) => index + 1),
		RULES,
		{ captainId: 6, viceCaptainId: 7, emergency: [17, 18, 19, 20] },
	);

/** Fakes the season's clock. `speed` is in season seconds per second; by default the clock is stopped. */
export function fakeClock(now: number, speed = 0) {
	const time = new Date(now).toISOString();
	return {
		"/season/clock": () =>
			success(showClock, { seasonTime: time, wallTime: time, speed, isDemo: false, playingRoundId: null }),
	};
}

export const fakeSeasonFiles = (files: ReturnType<typeof buildSeasonFiles>) => ({
	"/json/fantasy/season.json": () => file(files.season),
	"/json/fantasy/squads.json": () => file(files.squads),
	"/json/fantasy/players.json": () => file(files.players),
	"/json/fantasy/rounds.json": () => file(files.rounds),
});
