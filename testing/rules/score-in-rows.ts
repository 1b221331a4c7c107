import type { SquadRules } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, Points } from "@first-bounce/rules/ids";
import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import type { Line } from "@first-bounce/rules/player";
import { DID_NOT_PLAY, type PlayerRound } from "@first-bounce/rules/scoring/player-round";
import { type LineupScoring, scoreLineup } from "@first-bounce/rules/scoring/score-lineup";
import { buildDraftRow, createDraftLayout } from "@first-bounce/scoring/draft-rows";
import { createLineupRows, type LineupRows } from "@first-bounce/scoring/lineup-rows";
import { packLineup } from "@first-bounce/scoring/pack-lineup";
import { createPlayerIndex, type PlayerIndex } from "@first-bounce/scoring/player-index";
import { buildPlayerTable } from "@first-bounce/scoring/player-table";
import { buildRowLayout, type LayoutRules, ROW_WORDS, type RowLayout } from "@first-bounce/scoring/row-layout";
import { createTeamScorer } from "@first-bounce/scoring/team-scorer";
import type { RoundPlayer } from "./round-arbitrary.ts";

type DraftScoring = SquadRules & Pick<LayoutRules, "captainFactor">;

interface PlayerData {
	readonly getPlayerRound: (id: PlayerId) => PlayerRound;
	readonly getPositions: (id: PlayerId) => readonly Line[];
}

const indexPlayers = (players: readonly RoundPlayer[]): PlayerData => {
	const byId = new Map(players.map((player) => [player.id, player]));
	return {
		getPlayerRound: (id) => byId.get(id)?.round ?? DID_NOT_PLAY,
		getPositions: (id) => byId.get(id)?.position ?? [],
	};
};

interface FilledRows {
	readonly rows: LineupRows;
	readonly count: number;
	readonly layout: RowLayout;
	readonly index: PlayerIndex;
}

function scoreRows({ rows, count, layout, index }: FilledRows, players: readonly RoundPlayer[]): Points[] {
	const scorer = createTeamScorer(layout);
	const positions = new Map(players.map(({ id, position }) => [id, position]));
	scorer.setPlayers(buildPlayerTable(index, indexPlayers(players).getPlayerRound, positions, layout));
	const points = new Int32Array(count);
	scorer.score(rows, points);
	return [...points];
}

/** Points of each team as the engine computes them. */
export function scoreInRows(
	lineups: readonly (Lineup | null)[],
	players: readonly RoundPlayer[],
	rules: LayoutRules,
): Points[] {
	const layout = buildRowLayout(rules);
	const rows = createLineupRows(layout, 0);
	const index = createPlayerIndex([]);
	const packed = new Uint16Array(lineups.length * ROW_WORDS);
	for (const [row, lineup] of lineups.entries()) packLineup(lineup, index, layout, rules, packed, row * ROW_WORDS);
	rows.set(0, packed);
	return scoreRows({ rows, count: lineups.length, layout, index }, players);
}

/** Points of each draft team as the engine computes them. */
export function scoreDraftsInRows(
	lineups: readonly Lineup[],
	players: readonly RoundPlayer[],
	rules: DraftScoring,
): Points[] {
	const layout = createDraftLayout(rules.captainFactor);
	const rows = createLineupRows(layout, 0);
	const index = createPlayerIndex([]);
	for (const [row, lineup] of lineups.entries())
		rows.setEntries(row, buildDraftRow(lineup, { ...rules, hasCaptain: true }, index));
	return scoreRows({ rows, count: lineups.length, layout, index }, players);
}

/** Points of each team according to the rules package. */
export function scoreByRules(
	lineups: readonly Lineup[],
	players: readonly RoundPlayer[],
	rules: LineupScoring,
): Points[] {
	const { getPlayerRound, getPositions } = indexPlayers(players);
	return lineups.map((lineup) => scoreLineup(lineup, getPlayerRound, getPositions, rules).points);
}
