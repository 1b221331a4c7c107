import type { RoundId } from "@first-bounce/rules/ids";
import type { Round } from "@first-bounce/rules/round/round";
import { createPlayerIndex } from "@first-bounce/scoring/player-index";
import { buildRowLayout } from "@first-bounce/scoring/row-layout";
import { createScorer, type Scorer } from "@first-bounce/scoring/scorer";
import type { Standings, StandingsArrays } from "@first-bounce/scoring/standings/standings";
import type { SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { RowSource } from "./copy-queries.ts";
import { type LineupTable, loadLineups, packRows } from "./lineup-table.ts";
import { createPlayerRoundLookup, createPositionLookup } from "./player-rounds.ts";
import { buildTeamRows } from "./standings-view.ts";

/** Standings of the previous round that replace the stored ones. */
export interface PreviousStandings {
	readonly lineups: LineupTable;
	readonly standings: StandingsArrays;
}

function applyPreviousStandings({ lineups: before, standings }: PreviousStandings, lineups: LineupTable): void {
	const { rowByTeam } = buildTeamRows(lineups.teamIds, lineups.count);
	for (let row = 0; row < before.count; row++) {
		const target = rowByTeam[before.teamIds[row] ?? 0] ?? -1;
		if (target < 0) continue;
		lineups.previousTotals[target] = standings.totals[row] ?? 0;
		lineups.previousHighs[target] = standings.highs[row] ?? 0;
	}
}

/** Loads a round's line-ups and earlier totals into a scorer, which the caller closes; players are not set yet. */
export async function openScorer(
	source: RowSource,
	{ seasonId, rules, players }: SeasonSnapshot,
	roundId: RoundId,
	previous?: PreviousStandings,
): Promise<{ readonly scorer: Scorer; readonly lineups: LineupTable }> {
	const playerIndex = createPlayerIndex(players.keys());
	const lineups = await loadLineups(source, { seasonId, roundId, layout: buildRowLayout(rules), playerIndex });
	if (previous) applyPreviousStandings(previous, lineups);
	const { count, draft, previousTotals, previousHighs } = lineups;
	const scorer = createScorer({ rules, players: players.values(), playerIndex, teams: count + draft.count });
	scorer.setLineups(0, packRows(lineups));
	if (draft.count > 0) scorer.setDraftLineups(0, packRows(draft));
	scorer.setPreviousTotals(0, previousTotals.subarray(0, count), previousHighs.subarray(0, count));
	return { scorer, lineups };
}

export async function scoreRound(scorer: Scorer, season: SeasonSnapshot, round: Round): Promise<Standings> {
	const getPositions = createPositionLookup(season, round.id);
	scorer.setPlayers([...season.players.keys()].map((id) => ({ id, position: getPositions(id) })));
	await scorer.rescore(round.id, createPlayerRoundLookup(season, round));
	return scorer.snapshot();
}
