import { buildPlayerPhotoPath } from "@first-bounce/contract/site/paths";
import type {
	MatchEntry,
	PlayerEntry,
	PlayersFile,
	RoundsFile,
	SquadsFile,
} from "@first-bounce/contract/stats/static-data";
import type { PlayerId } from "@first-bounce/rules/ids";
import type { TeamRules } from "@first-bounce/rules/lineup/slots";
import { PLAYER_STATUSES, type PlayerLookup } from "@first-bounce/rules/player";
import { findCurrentRound, findScoreRound, type Match, type Round } from "@first-bounce/rules/round/round";
import { applyDefaultRules } from "@first-bounce/rules/season-rules/season-rules";
import type { SEASON_FILES, StaticFiles } from "./use-static.ts";

/** The season, joined from the static files, in the shapes that packages/rules expects. */
export interface Season {
	readonly id: number;
	readonly name: string;
	readonly isDemo: boolean;
	/** For a team of a draft league, with the places of that league. */
	readonly rules: TeamRules;
	readonly squads: ReadonlyMap<number, SquadsFile[number]>;
	readonly players: PlayersFile;
	readonly playerById: ReadonlyMap<number, PlayerEntry>;
	/** The URL of a player's photo, or null. */
	readonly getPhotoPath: (player: Pick<PlayerEntry, "id" | "photoVersion">) => string | null;
	/** The players by id, as packages/rules expects them. */
	readonly lookup: PlayerLookup;
	/** A player's full name; empty if the season has no such player. */
	readonly getPlayerName: (id: PlayerId) => string;
	readonly rounds: readonly Round[];
	readonly current: Round | undefined;
	/** Dollars per point, by complete round. */
	readonly magicNumbers: ReadonlyMap<number, number>;
	/** The matches with their scores, by id. */
	readonly matchById: ReadonlyMap<number, MatchEntry>;
	/** The time zone of a match's ground; null if unknown. */
	readonly getTimeZone: (matchId: number) => string | null;
	/** The round whose points are shown: the round being played, else the last complete round. */
	readonly scored: Round | undefined;
}

export type SeasonFiles = Pick<StaticFiles, (typeof SEASON_FILES)[number]>;

const toMatch =
	(roundId: number) =>
	(entry: MatchEntry): Match => ({
		id: entry.id,
		roundId,
		homeSquadId: entry.homeSquadId,
		awaySquadId: entry.awaySquadId,
		startsAt: Date.parse(entry.date),
		status: entry.status,
		minutes: entry.minutes,
		quarter: entry.quarter,
		isAbandoned: entry.isAbandoned,
	});

export const buildRounds = (file: RoundsFile): readonly Round[] =>
	file.map((entry) => ({
		id: entry.id,
		status: entry.status,
		matches: entry.tournaments.map(toMatch(entry.id)),
		byeSquads: entry.byeSquads,
		lockedSquads: entry.lockedSquads ?? [],
	}));

/** A status that this version does not know, from a newer server, counts as uncertain. */
const normaliseStatus = (player: PlayerEntry): PlayerEntry =>
	PLAYER_STATUSES.includes(player.status) ? player : { ...player, status: "uncertain" };

export function buildSeasonModel({ season, squads, players: entries, rounds: file }: SeasonFiles): Season {
	const players = entries.map(normaliseStatus);
	const rounds = buildRounds(file);
	const matchById = new Map(file.flatMap(({ tournaments }) => tournaments.map((match) => [match.id, match])));
	const playerById = new Map(players.map((player) => [player.id, player]));
	const rulesPlayers = new Map(
		players.map((player) => [player.id, { ...player, name: `${player.firstName} ${player.lastName}` }]),
	);
	return {
		id: season.id,
		name: season.name,
		isDemo: season.isDemo,
		rules: applyDefaultRules(season.rules),
		squads: new Map(squads.map((squad) => [squad.id, squad])),
		players,
		playerById,
		getPhotoPath: ({ id, photoVersion }) => buildPlayerPhotoPath(season.id, id, photoVersion),
		lookup: (id) => rulesPlayers.get(id),
		getPlayerName: (id) => rulesPlayers.get(id)?.name ?? "",
		rounds,
		current: findCurrentRound(rounds),
		magicNumbers: new Map(file.flatMap(({ id, magicNumber }) => (magicNumber === null ? [] : [[id, magicNumber]]))),
		matchById,
		getTimeZone: (matchId) => matchById.get(matchId)?.timeZone ?? null,
		scored: findScoreRound(rounds),
	};
}
