import type { PlayerId, RoundId, SquadId } from "@first-bounce/rules/ids";
import type { Round } from "@first-bounce/rules/round/round";
import {
	buildFormerSquads,
	deriveFormerSquads,
	type FormerSquad,
	getClubChangeRoundId,
} from "@first-bounce/rules/season-changes/clubs";
import type { Db } from "../../../db/tables/tables.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { listClubsOfStatLines, listFormerSquads, replaceFormerSquads } from "./player-history-queries.ts";
import type { SeasonSnapshot } from "./season-snapshot.ts";

/** A player's change of clubs. */
export interface ClubChange {
	readonly playerId: PlayerId;
	readonly before: SquadId;
	readonly after: SquadId;
	/** The round from which the new club counts; by default the current one. An earlier one corrects a wrong club. */
	readonly fromRound?: RoundId | undefined;
}

interface SeasonRounds {
	readonly seasonId: number;
	readonly rounds: readonly Round[];
}

const buildRows = (seasonId: number, playerId: PlayerId, former: readonly FormerSquad[]) =>
	former.map(({ untilRound, squadId }) => ({
		season_id: seasonId,
		player_id: playerId,
		until_round: untilRound,
		squad_id: squadId,
	}));

/**
 * Stores the clubs that players leave as those of earlier rounds. Call this before their new clubs are saved.
 *
 * @throws Refusal `club-from-later-round`
 */
export async function saveFormerSquads(
	transaction: Db,
	{ seasonId, rounds }: SeasonRounds,
	changes: readonly ClubChange[],
): Promise<void> {
	if (changes.length === 0) return;
	const currentRoundId = getClubChangeRoundId(rounds);
	if (changes.some(({ fromRound = currentRoundId }) => fromRound > currentRoundId))
		throw refuse(422, "club-from-later-round", { round: currentRoundId });
	const ids = changes.map(({ playerId }) => playerId);
	const stored = Map.groupBy(await listFormerSquads(transaction, seasonId, ids), ({ playerId }) => playerId);
	const rows = changes.flatMap(({ playerId, before, after, fromRound = currentRoundId }) => {
		const clubs = { squadId: before, formerSquads: stored.get(playerId) };
		return buildRows(seasonId, playerId, buildFormerSquads(clubs, { squadId: after, fromRound }));
	});
	await replaceFormerSquads(transaction, seasonId, ids, rows);
}

/**
 * Checks that a player has stats for no other club in the rounds from which her new club counts.
 *
 * @throws Refusal `stats-for-other-club`
 */
export function checkStatsForOtherClub(
	{ rounds, squads }: Pick<SeasonSnapshot, "rounds" | "squads">,
	{ playerId, after, fromRound = getClubChangeRoundId(rounds) }: ClubChange,
): void {
	for (const { id: roundId, matches } of rounds) {
		const lines = roundId < fromRound ? [] : matches.flatMap((match) => match.lines);
		const other = lines.find((line) => line.playerId === playerId && line.squadId !== after);
		if (!other) continue;
		const club = squads.find(({ id }) => id === other.squadId)?.name ?? "";
		throw refuse(409, "stats-for-other-club", { round: roundId, club });
	}
}

/** Stores the former clubs of newly imported players, which follow from the clubs for which they have stats. */
export async function saveImportedFormerSquads(transaction: Db, seasonId: number, ids: readonly PlayerId[]) {
	if (ids.length === 0) return;
	const clubsByPlayer = Map.groupBy(await listClubsOfStatLines(transaction, seasonId, ids), ({ playerId }) => playerId);
	const rows = [...clubsByPlayer].flatMap(([playerId, clubs]) =>
		// Every row has the player's present club.
		buildRows(seasonId, playerId, deriveFormerSquads(clubs[0]?.presentSquadId ?? 0, clubs)),
	);
	await replaceFormerSquads(transaction, seasonId, ids, rows);
}
