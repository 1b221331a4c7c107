import type { PlayerId, SeasonTime, TeamId } from "@first-bounce/rules/ids";
import { canFill, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Line, Player } from "@first-bounce/rules/player";
import { DEFAULT_SEASON_RULES, type SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import type { Db } from "../../apps/server/db/tables/tables.ts";
import { loadShownSeason } from "../../apps/server/features/seasons/current/load-season-snapshot.ts";
import type { SeasonSnapshot } from "../../apps/server/features/seasons/current/season-snapshot.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** First bounce of round 1: a Friday evening in Melbourne. */
export const FIRST_BOUNCE: SeasonTime = Date.parse("2026-08-28T09:00:00Z");

export interface SmallMatch {
	readonly id: number;
	readonly roundId: number;
	readonly homeSquadId: number;
	readonly awaySquadId: number;
	readonly startsAt: SeasonTime;
}

export interface SmallSeason {
	readonly id: number;
	readonly rules: SeasonRules;
	readonly squadIds: readonly number[];
	readonly players: readonly Player[];
	readonly matches: readonly SmallMatch[];
	readonly listMatchesOfRound: (roundId: number) => readonly SmallMatch[];
}

/** Creates a seeded random number generator from 0 (inclusive) to 1 (exclusive). */
export function createSeededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const SQUADS = [11, 12, 13, 14, 15, 16];
/** Twelve players per squad; two of them play two lines. */
const POSITIONS: readonly (readonly Line[])[] = [
	["DEF"],
	["DEF"],
	["DEF"],
	["DEF", "MID"],
	["MID"],
	["MID"],
	["MID"],
	["RUC"],
	["RUC"],
	["FWD"],
	["FWD"],
	["FWD", "RUC"],
];

/** In every round two of three pairs play, a day apart, and one pair has a bye. */
function buildFixture(rounds: number): SmallMatch[] {
	return Array.from({ length: rounds }, (_, index) => {
		const pairs = [0, 1, 2].filter((pair) => pair !== (index + 2) % 3);
		return pairs.map((pair, match) => ({
			id: (index + 1) * 100 + match + 1,
			roundId: index + 1,
			homeSquadId: SQUADS[pair * 2] ?? 0,
			awaySquadId: SQUADS[pair * 2 + 1] ?? 0,
			startsAt: FIRST_BOUNCE + index * 7 * DAY + match * DAY,
		}));
	}).flat();
}

/** Saves a current season of six squads of twelve with all rounds scheduled. Players cost 500,000 to 711,000. */
export async function seedSeason(
	db: Db,
	{ id = 1, rounds = 3, rules = {} }: { id?: number; rounds?: number; rules?: Partial<SeasonRules> } = {},
): Promise<SmallSeason> {
	const seasonRules = { ...DEFAULT_SEASON_RULES, lastRound: rounds, ...rules };
	const matches = buildFixture(rounds);
	const players = SQUADS.flatMap((squadId, squad) =>
		POSITIONS.map((position, index) => {
			const playerId = 1001 + squad * 12 + index;
			return {
				id: playerId,
				name: `P ${playerId}`,
				squadId,
				position,
				cost: 500_000 + (playerId - 1000) * 3_000 - 5_000,
			};
		}),
	);
	const season_id = id;
	await db
		.insertInto("seasons")
		.values({ id, name: "Small season", rules: JSON.stringify(seasonRules), is_current: true })
		.execute();
	await db
		.insertInto("squads")
		.values(SQUADS.map((squad) => ({ season_id, id: squad, name: `Squad ${squad}`, abbreviation: `S${squad}` })))
		.execute();
	await db
		.insertInto("players")
		.values(
			players.map((player) => ({
				season_id,
				id: player.id,
				first_name: "P",
				last_name: String(player.id),
				squad_id: player.squadId,
				positions: [...player.position],
				birthday: "2000-02-29",
			})),
		)
		.execute();
	await db
		.insertInto("player_prices")
		.values(players.map((player) => ({ season_id, round_id: 1, player_id: player.id, price: player.cost })))
		.execute();
	await db
		.insertInto("rounds")
		.values(Array.from({ length: rounds }, (_, index) => ({ season_id, id: index + 1 })))
		.execute();
	await db
		.insertInto("matches")
		.values(
			matches.map((match) => ({
				season_id,
				id: match.id,
				round_id: match.roundId,
				home_squad_id: match.homeSquadId,
				away_squad_id: match.awaySquadId,
				starts_at: new Date(match.startsAt),
			})),
		)
		.execute();
	const listMatchesOfRound = (roundId: number) => matches.filter((match) => match.roundId === roundId);
	return { id, rules: seasonRules, squadIds: SQUADS, players, matches, listMatchesOfRound };
}

/** Draws a complete team of the season's players, ignoring the salary cap. */
export function drawSlots(season: Pick<SmallSeason, "rules" | "players">, random: () => number): PlayerId[] {
	const takenIds = new Set<PlayerId>();
	return listSlots(season.rules).map((slot) => {
		const fitting = season.players.filter((player) => canFill(player, slot) && !takenIds.has(player.id));
		const player = fitting[Math.floor(random() * fitting.length)];
		if (!player) throw new Error("No player is left for a slot");
		takenIds.add(player.id);
		return player.id;
	});
}

export interface SeededTeam {
	readonly id: TeamId;
	readonly userId: number;
	readonly slots: readonly PlayerId[];
}

export interface TeamToSeed {
	readonly slots: readonly PlayerId[];
	readonly startRound?: number;
	readonly completedAt?: SeasonTime;
	/** The whole bench by default. */
	readonly emergency?: readonly PlayerId[];
	readonly bank?: number;
}

let nextUser = 1;

/** Saves users with complete teams whose line-ups count from their start rounds on. The first player is captain. */
export async function seedTeams(
	db: Db,
	season: Pick<SmallSeason, "id" | "rules">,
	teams: readonly TeamToSeed[],
): Promise<SeededTeam[]> {
	const people = teams.map(() => {
		const number = nextUser++;
		return { first_name: "U", last_name: `${number}`, email: `u${number}@example.test`, team_name: `Team ${number}` };
	});
	const users = await db.insertInto("users").values(people).returning("id").execute();
	const rows = teams.map(({ startRound = 1, completedAt = FIRST_BOUNCE - DAY }, index) => ({
		season_id: season.id,
		user_id: users[index]?.id ?? 0,
		start_round_id: startRound,
		completed_at: new Date(completedAt),
	}));
	const teamRows = await db.insertInto("teams").values(rows).returning("id").execute();
	const field = listSlots(season.rules).filter(({ area }) => area === "field").length;
	const lineups = teams.map(({ slots, startRound = 1, bank = 0, emergency = slots.slice(field, -1) }, index) => ({
		team_id: teamRows[index]?.id ?? 0,
		round_id: startRound,
		slots: [...slots],
		bank,
		captain_id: slots[0] ?? 0,
		vice_captain_id: slots[1] ?? 0,
		emergency: [...emergency],
	}));
	await db.insertInto("lineups").values(lineups).execute();
	return teamRows.map(({ id }, index) => ({
		id,
		userId: users[index]?.id ?? 0,
		slots: teams[index]?.slots ?? [],
	}));
}

/** Saves one user with a complete team. */
export async function seedTeam(db: Db, season: SmallSeason, team: TeamToSeed): Promise<SeededTeam> {
	const [seeded] = await seedTeams(db, season, [team]);
	if (!seeded) throw new Error("No team was seeded");
	return seeded;
}

/** Saves the small season and loads it as the server does. */
export async function seedSeasonSnapshot(db: Db): Promise<SeasonSnapshot> {
	await seedSeason(db);
	const season = await loadShownSeason(db);
	if (!season) throw new Error("The small season was not loaded");
	return season;
}
