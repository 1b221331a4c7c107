import type { DraftPick } from "@first-bounce/rules/draft/draft-board";
import { countMatchesLeft } from "@first-bounce/rules/draft/expected-points";
import { isOutInjured } from "@first-bounce/rules/draft/injured-place";
import { listProtectedPlayers, type PlayerWithSeasonPoints } from "@first-bounce/rules/draft/player-values";
import type { PlayerId, RoundId } from "@first-bounce/rules/ids";
import { sum } from "@first-bounce/rules/numbers";
import { findCurrentRound, findStartRoundId, hasRoundStarted } from "@first-bounce/rules/round/round";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { DraftedLeague } from "./seat-view.ts";

/** The first round whose first match has not started; null if none is left. */
export function findUpcomingRound({ rounds, rules }: SeasonSnapshot, now: number): RoundId | null {
	const next = findStartRoundId(rounds, now);
	return next === null || next > rules.lastRound ? null : next;
}

/** Counts the rounds of the fantasy season that have not started. */
export const countRoundsLeft = ({ rounds, rules }: SeasonSnapshot, now: number): number =>
	rounds.filter((round) => round.id <= rules.lastRound && !hasRoundStarted(round, now)).length;

/**
 * Computes the points that a player is expected to score in the rounds that are not complete. A player who is injured now
 * may be back, so her estimate counts in full.
 */
function buildPlayers({ players, rounds, rules }: SeasonSnapshot): ReadonlyMap<PlayerId, PlayerWithSeasonPoints> {
	const matchesLeft = new Map<number, number>();
	const countMatches = (squadId: number): number => {
		const count = matchesLeft.get(squadId) ?? sum(countMatchesLeft(squadId, rounds, rules));
		matchesLeft.set(squadId, count);
		return count;
	};
	return new Map(
		[...players.values()].map(({ id, position, squadId, estimate }) => [
			id,
			{ id, position, points: estimate * countMatches(squadId) },
		]),
	);
}

const playersBySeason = new WeakMap<SeasonSnapshot, ReadonlyMap<PlayerId, PlayerWithSeasonPoints>>();

function getPlayers(season: SeasonSnapshot): ReadonlyMap<PlayerId, PlayerWithSeasonPoints> {
	const players = playersBySeason.get(season) ?? buildPlayers(season);
	playersBySeason.set(season, players);
	return players;
}

/** Lists the players who may be drafted or have been, including those who have left the pool since. */
export function listDraftPlayers(
	season: SeasonSnapshot,
	picks: readonly Pick<DraftPick, "playerId">[],
): readonly PlayerWithSeasonPoints[] {
	const currentRound = findCurrentRound(season.rounds)?.id ?? 1;
	const picked = new Set(picks.map(({ playerId }) => playerId));
	return [...getPlayers(season).values()].filter(({ id }) => {
		const player = season.players.get(id);
		const isInPool = player !== undefined && player.departedRound === null && player.fromRound <= currentRound;
		return isInPool || picked.has(id);
	});
}

export const findDraftPlayer = (season: SeasonSnapshot, id: PlayerId): PlayerWithSeasonPoints | undefined =>
	getPlayers(season).get(id);

/** Protected players by the number of teams: they are the same in all leagues of a size. */
const protectedBySeason = new WeakMap<SeasonSnapshot, Map<number, ReadonlySet<PlayerId>>>();

/**
 * Gets the best players of a draft league, who cannot be dropped; empty if the league does not have this rule. Injured players are
 * not protected, because nobody knows for how long they are out.
 */
export function getProtectedIds({
	draft,
	season,
	seats,
}: Pick<DraftedLeague, "draft" | "season" | "seats">): ReadonlySet<PlayerId> {
	if (!draft.protects_best) return new Set();
	const known = protectedBySeason.get(season) ?? new Map<number, ReadonlySet<PlayerId>>();
	protectedBySeason.set(season, known);
	const players = known.get(seats.length) ?? computeProtectedIds(season, seats.length);
	known.set(seats.length, players);
	return players;
}

function computeProtectedIds(season: SeasonSnapshot, teams: number): ReadonlySet<PlayerId> {
	const fit = listDraftPlayers(season, []).filter(({ id }) => {
		const player = season.players.get(id);
		return player !== undefined && !isOutInjured(player.status);
	});
	return listProtectedPlayers(fit, teams);
}
