import type { PlayerId, Points } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { type Line, mapLines } from "../player.ts";
import type { PlayerRound } from "../scoring/player-round.ts";
import { scoreLineup } from "../scoring/score-lineup.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** The sources of a team's points in a round. The lines and the captaincy add up to `points`. */
export interface RoundBreakdown {
	readonly points: Points;
	/** By the line of the slot: points of players on field and of emergencies who covered them, without doubling. */
	readonly byLine: Readonly<Record<Line, Points>>;
	/** Points added by doubling. */
	readonly captaincy: Points;
	/** Points of emergencies who covered; they are part of `byLine`. */
	readonly fromBench: Points;
	/** Points of the bench and the utility that did not count. */
	readonly leftOnBench: Points;
}

/** Breaks down a team's points in a finished round; the parameters are those of `scoreLineup`. */
export function computeRoundBreakdown(
	team: Lineup,
	getPlayerRound: (id: PlayerId) => PlayerRound,
	getPositions: (id: PlayerId) => readonly Line[],
	rules: Pick<SeasonRules, "captainFactor">,
): RoundBreakdown {
	const { points, ledger } = scoreLineup(team, getPlayerRound, getPositions, rules);
	const lineByPlayer = new Map(ledger.map(({ playerId, slot }) => [playerId, slot.line]));
	const sumPoints = (getPoints: (entry: (typeof ledger)[number]) => Points) =>
		ledger.reduce((total, entry) => total + getPoints(entry), 0);
	const sumLine = (line: Line) =>
		sumPoints(({ slot, factor, points: ownPoints, covers }) => {
			const countedLine = covers === null ? (slot.area === "field" ? slot.line : null) : lineByPlayer.get(covers);
			return factor > 0 && countedLine === line ? ownPoints : 0;
		});
	return {
		points,
		byLine: mapLines(sumLine),
		captaincy: sumPoints(({ factor, points: ownPoints }) => (factor > 1 ? ownPoints * (factor - 1) : 0)),
		fromBench: sumPoints(({ covers, counted }) => (covers === null ? 0 : counted)),
		leftOnBench: sumPoints(({ slot, factor, points: ownPoints }) =>
			slot.area !== "field" && factor === 0 ? ownPoints : 0,
		),
	};
}
