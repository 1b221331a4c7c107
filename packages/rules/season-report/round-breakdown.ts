import type { PlayerId, Points } from "../ids.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { LINES, type Line } from "../player.ts";
import type { PlayerRound } from "../scoring/player-round.ts";
import { scoreLineup } from "../scoring/score-lineup.ts";
import type { SeasonRules } from "../season-rules/season-rules.ts";

/** Where a team's points of a round came from: the lines and the captaincy together are all of them. */
export interface RoundBreakdown {
	readonly points: Points;
	/** Points of those on field, and of who covered there, each counted once. */
	readonly byLine: Readonly<Record<Line, Points>>;
	/** What the armband added. */
	readonly captaincy: Points;
	/** What emergencies brought who came in; part of their lines. */
	readonly fromBench: Points;
	/** What bench and utility scored without counting. */
	readonly leftOnBench: Points;
}

/** A finished round of a team by where its points came from; the arguments are `scoreLineup`'s. */
export function computeRoundBreakdown(
	team: Lineup,
	roundOf: (id: PlayerId) => PlayerRound,
	positionsOf: (id: PlayerId) => readonly Line[],
	rules: Pick<SeasonRules, "captainFactor">,
): RoundBreakdown {
	const { points, ledger } = scoreLineup(team, roundOf, positionsOf, rules);
	const lineOf = new Map(ledger.map(({ playerId, slot }) => [playerId, slot.line]));
	const sum = (of: (entry: (typeof ledger)[number]) => Points) => ledger.reduce((total, entry) => total + of(entry), 0);
	const inLine = (line: Line) =>
		sum(({ slot, factor, points: own, covers }) => {
			const place = covers === null ? (slot.area === "field" ? slot.line : null) : lineOf.get(covers);
			return factor > 0 && place === line ? own : 0;
		});
	const [DEF, MID, RUC, FWD] = LINES.map(inLine);
	return {
		points,
		byLine: { DEF: DEF ?? 0, MID: MID ?? 0, RUC: RUC ?? 0, FWD: FWD ?? 0 },
		captaincy: sum(({ factor, points: own }) => (factor > 1 ? own * (factor - 1) : 0)),
		fromBench: sum(({ covers, counted }) => (covers === null ? 0 : counted)),
		leftOnBench: sum(({ slot, factor, points: own }) => (slot.area !== "field" && factor === 0 ? own : 0)),
	};
}
