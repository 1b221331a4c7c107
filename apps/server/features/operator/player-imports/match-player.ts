import { createIdLookup } from "@first-bounce/contract/operator/id-lookup";
import {
	createClubFinder,
	createSimilarPlayerFinder,
	simplifyName,
} from "@first-bounce/contract/operator/player-names";
import type { SquadId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot, SnapshotPlayer } from "../../seasons/current/season-snapshot.ts";
import { listDates } from "../../seasons/import/csv/dates.ts";
import type { ListedPlayer } from "./read-list.ts";

export const buildPlayerEntry = ({ id, name, squadId }: SnapshotPlayer) => ({ playerId: id, name, squadId });

export type MatchProblem = "unknown-player" | "unknown-id" | "unknown-club" | "other-club" | "several-players";

export type PlayerMatch =
	| { readonly player: SnapshotPlayer }
	| {
			readonly problem: MatchProblem;
			/** Players with a similar name, the likeliest first. */
			readonly similar: readonly SnapshotPlayer[];
			/** The similar players, then the others of the club. */
			readonly candidates: readonly SnapshotPlayer[];
	  };

/** The maximum number of players that an operator can choose from; a club has about thirty. */
const MAX_CANDIDATES = 60;

/** Finds players of a season by id, or by exact name with club and birthday. It never guesses. */
export function createPlayerMatcher({ players, squads }: Pick<SeasonSnapshot, "players" | "squads">) {
	const sortedPlayers = [...players.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
	const findSimilar = createSimilarPlayerFinder(sortedPlayers);
	const byName = Map.groupBy(sortedPlayers, ({ name }) => simplifyName(name));
	const findById = createIdLookup(sortedPlayers);
	const findSquad = createClubFinder(squads);
	const findByName = (name: string): readonly SnapshotPlayer[] => byName.get(simplifyName(name)) ?? [];

	const buildMismatch = (
		problem: MatchProblem,
		{ name, squadId }: { readonly name: string; readonly squadId: SquadId | null },
	): PlayerMatch => {
		const similar = findSimilar(name, (player) => player.squadId === squadId);
		const candidates = new Set([...similar, ...sortedPlayers.filter((player) => player.squadId === squadId)]);
		return { problem, similar, candidates: [...candidates].slice(0, MAX_CANDIDATES) };
	};

	const matchName = (name: string, club: string, birthday: string): PlayerMatch => {
		const squadId = findSquad(club);
		const namesakes = findByName(name);
		const query = { name, squadId };
		if (namesakes.length === 0) return buildMismatch("unknown-player", query);
		if (club !== "" && squadId === null) return buildMismatch("unknown-club", query);
		const inClub = namesakes.filter((namesake) => club === "" || namesake.squadId === squadId);
		if (inClub.length === 0) return buildMismatch("other-club", query);
		const birthdays = listDates(birthday);
		const bornThen = inClub.filter((player) => inClub.length > 1 && birthdays.includes(player.birthday ?? ""));
		const [player, ...others] = bornThen.length > 0 ? bornThen : inClub;
		return player && others.length === 0 ? { player } : buildMismatch("several-players", query);
	};

	return {
		findSquad,
		findById,
		findByName,
		findSimilar,
		/** Matches by id if there is one, otherwise by exact name and, if given, club. */
		matchPlayer: ({ cells, club }: Pick<ListedPlayer, "cells" | "club">): PlayerMatch => {
			const name = cells.player || `${cells.firstName} ${cells.lastName}`.trim();
			if (cells.id === "") return matchName(name, club, cells.birthday);
			const found = findById(cells.id);
			const [player, ...others] = found;
			if (player && others.length === 0) return { player };
			// A number can be the id of one player here and of another at the provider.
			const named = matchName(name, club, cells.birthday);
			if ("player" in named && found.includes(named.player)) return named;
			if (player) return { problem: "several-players", similar: found, candidates: found };
			return buildMismatch("unknown-id", { name, squadId: findSquad(club) });
		},
	};
}
