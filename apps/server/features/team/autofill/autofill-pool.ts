import type { AutofillInput, PoolPlayer } from "@first-bounce/rules/autofill/autofill";
import { type AutofillStyle, computeStyledPoints } from "@first-bounce/rules/autofill/autofill-style";
import { computeWeightedPoints, createCoachPlayer } from "@first-bounce/rules/coach/coach-player";
import type { RoundId } from "@first-bounce/rules/ids";
import type { LockCheck } from "@first-bounce/rules/lockout/locked-players";
import type { PlayerLookup } from "@first-bounce/rules/player";
import { computeFormScores } from "@first-bounce/rules/prices/form-scores";
import { getLastMagicNumber } from "@first-bounce/rules/prices/price-change";
import { findLikelyPlayers, type PlayerBeforeRound } from "@first-bounce/rules/round/likely-players";
import { findCurrentRound, findRound } from "@first-bounce/rules/round/round";
import { getSquadInRound } from "@first-bounce/rules/season-changes/clubs";
import { computeRoundProjection, getSeasonOutlook } from "../../projections/season-outlook.ts";
import type { SeasonSnapshot, SnapshotPlayer } from "../../seasons/current/season-snapshot.ts";

function buildCandidate(player: SnapshotPlayer): PlayerBeforeRound {
	const { id, squadId, availability, scores } = player;
	if (scores.size === 0) return { id, squadId, availability, lastPlayedRoundId: null };
	const lastPlayedRoundId = Math.max(...scores.keys());
	const lastPlayedSquadId = getSquadInRound(player, lastPlayedRoundId);
	return { id, squadId, availability, lastPlayedRoundId, lastPlayedSquadId };
}

interface PoolOptions {
	/** The team's first round; null if none is left. */
	readonly startRoundId: RoundId | null;
	/** Without one, the team is built for the season. */
	readonly style: AutofillStyle | undefined;
	readonly isLocked: LockCheck;
	/** Finds the players whom the team may have. */
	readonly getPlayer: PlayerLookup;
}

/** Lists the players whom autofill may choose from, with what it counts for each (docs/game-rules.md#autofill). */
export function buildAutofillPool(
	season: SeasonSnapshot,
	{ startRoundId, style, isLocked, getPlayer }: PoolOptions,
): Pick<AutofillInput, "pool" | "pointsPerDollar"> {
	const candidates = [...season.players.values()].filter(({ id }) => getPlayer(id));
	const round = findRound(season.rounds, startRoundId) ?? findCurrentRound(season.rounds);
	const likely = round ? findLikelyPlayers(candidates.map(buildCandidate), round) : null;
	const isLikelyToPlay = ({ id }: SnapshotPlayer): boolean => likely?.has(id) ?? true;
	const outlook = style === undefined ? getSeasonOutlook(season, startRoundId) : null;
	const magicNumber = getLastMagicNumber(season.rounds, season.rules);
	const forecast = (player: SnapshotPlayer): Pick<PoolPlayer, "projected" | "roundPoints" | "priceRise"> => {
		const advised = outlook?.players.get(player.id);
		if (advised) {
			// Clubs name their teams on different days. So that those of one club are not preferred, whoever is likely to play
			// counts as named.
			const coach = isLikelyToPlay(player)
				? createCoachPlayer({ ...advised.facts, selection: "named" }, magicNumber, season.rules)
				: advised.coach;
			const [roundPoints = 0] = coach.points;
			return { projected: computeWeightedPoints(coach, season.rules), roundPoints, priceRise: coach.priceRise };
		}
		const projected = round ? computeRoundProjection(player, round, season) : player.projectedPoints;
		const priceRise = player.projectedPrice - player.cost;
		const scores = computeFormScores(player.played.filter(({ isOver }) => isOver)).map(({ points }) => points);
		return { projected: computeStyledPoints({ projected, scores, priceRise }, style ?? "round"), priceRise };
	};
	const pool = candidates.map((player) => ({
		player,
		...forecast(player),
		isLocked: isLocked(player.id),
		isLikelyToPlay: isLikelyToPlay(player),
	}));
	return { pool, pointsPerDollar: outlook?.pointsPerDollar ?? 0 };
}
