import { createSimilarPlayerFinder, simplifyName } from "@first-bounce/contract/operator/player-names";
import type { SquadId } from "@first-bounce/rules/ids";
import type { SeasonSnapshot, SnapshotPlayer } from "../../seasons/current/season-snapshot.ts";
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

/** Finds players of a season by provider id, own id, or exact name and club. It never guesses. */
export function createPlayerMatcher({ players, squads }: Pick<SeasonSnapshot, "players" | "squads">) {
	const sortedPlayers = [...players.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
	const findSimilar = createSimilarPlayerFinder(sortedPlayers);
	const byName = Map.groupBy(sortedPlayers, ({ name }) => simplifyName(name));
	const byProviderId = new Map(
		sortedPlayers.flatMap((player) => (player.providerId ? [[player.providerId, player]] : [])),
	);

	/** Finds a club by its name, its abbreviation, or the beginning or end of its name if no other club has it. */
	const findSquad = (text: string): SquadId | null => {
		const searchedName = simplifyName(text);
		if (searchedName === "") return null;
		const names = squads.map(({ id, name, abbreviation }) => ({
			id,
			name: simplifyName(name),
			abbreviation: simplifyName(abbreviation),
		}));
		const exact = names.filter(({ name, abbreviation }) => name === searchedName || abbreviation === searchedName);
		const partial = names.filter(
			({ name }) => name.startsWith(`${searchedName} `) || name.endsWith(` ${searchedName}`),
		);
		const [found, ...others] = exact.length > 0 ? exact : partial;
		return found && others.length === 0 ? found.id : null;
	};

	/** Finds a player by the provider's id, such as CD_I1013415, by the number at its end, or by our own id. */
	const findById = (text: string): SnapshotPlayer | undefined => {
		const id = text.trim();
		const digits = /^(?:CD_I)?0*(\d{1,9})$/i.exec(id)?.[1];
		if (!digits) return byProviderId.get(id);
		return byProviderId.get(id.toUpperCase()) ?? byProviderId.get(`CD_I${digits}`) ?? players.get(Number(digits));
	};

	const findByName = (name: string): readonly SnapshotPlayer[] => byName.get(simplifyName(name)) ?? [];

	const buildMismatch = (
		problem: MatchProblem,
		{ name, squadId }: { readonly name: string; readonly squadId: SquadId | null },
	): PlayerMatch => {
		const similar = findSimilar(name, (player) => player.squadId === squadId);
		const candidates = new Set([...similar, ...sortedPlayers.filter((player) => player.squadId === squadId)]);
		return { problem, similar, candidates: [...candidates].slice(0, MAX_CANDIDATES) };
	};

	const matchName = (name: string, club: string): PlayerMatch => {
		const squadId = findSquad(club);
		const namesakes = findByName(name);
		const query = { name, squadId };
		if (namesakes.length === 0) return buildMismatch("unknown-player", query);
		if (club !== "" && squadId === null) return buildMismatch("unknown-club", query);
		const [player, ...others] = namesakes.filter((namesake) => club === "" || namesake.squadId === squadId);
		if (!player) return buildMismatch("other-club", query);
		return others.length > 0 ? buildMismatch("several-players", query) : { player };
	};

	return {
		findSquad,
		findById,
		findByName,
		findSimilar,
		/** Matches by id if there is one, otherwise by exact name and, if given, club. */
		matchPlayer: ({ cells, club }: Pick<ListedPlayer, "cells" | "club">): PlayerMatch => {
			const name = cells.player || `${cells.firstName} ${cells.lastName}`.trim();
			if (cells.id === "") return matchName(name, club);
			const player = findById(cells.id);
			return player ? { player } : buildMismatch("unknown-id", { name, squadId: findSquad(club) });
		},
	};
}
