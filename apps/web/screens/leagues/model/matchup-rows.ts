import type { MatchUpTeam } from "@first-bounce/contract/leagues/league-ladder";
import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { Slot } from "@first-bounce/rules/lineup/lineup";
import { getPlayerAt, isSameSlot, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Round } from "@first-bounce/rules/round/round";
import type { ScoreEntry } from "@first-bounce/rules/scoring/score-lineup";
import type { Season } from "../../../api/season-model.ts";
import { buildVisibleLineup, computeTeamScore } from "../../../players/team-score.ts";

type PlayerRole = "captain" | "vice" | "emergency" | null;

/** One side of a row: a player with points, a hidden player or an empty slot. */
export type SideCell =
	| { readonly kind: "player"; readonly player: PlayerEntry; readonly score: ScoreEntry; readonly role: PlayerRole }
	| { readonly kind: "hidden" }
	| { readonly kind: "nobody" };

export interface MatchUpRow {
	readonly slot: Slot | null;
	readonly home: SideCell;
	readonly away: SideCell;
}

const EMPTY_CELL: SideCell = { kind: "nobody" };

function getPlayerRole(team: MatchUpTeam, id: number): PlayerRole {
	if (id === team.captainId) return "captain";
	if (id === team.viceCaptainId) return "vice";
	return team.emergency.includes(id) ? "emergency" : null;
}

function buildCell(team: MatchUpTeam, score: ScoreEntry, season: Season): SideCell {
	const player = season.playerById.get(score.playerId);
	return player ? { kind: "player", player, score, role: getPlayerRole(team, score.playerId) } : EMPTY_CELL;
}

const listScoreEntries = (team: MatchUpTeam, round: Round, season: Season): readonly ScoreEntry[] =>
	computeTeamScore(buildVisibleLineup(team), round, season).ledger;

/** Both teams slot by slot: field, bench, utility. */
export function buildHeadToHeadRows(
	home: MatchUpTeam,
	away: MatchUpTeam,
	round: Round,
	season: Season,
): readonly (MatchUpRow & { readonly slot: Slot })[] {
	const sides = [home, away].map((team) => {
		const ledger = listScoreEntries(team, round, season);
		return (slot: Slot): SideCell => {
			const score = ledger.find((entry) => isSameSlot(entry.slot, slot));
			if (score) return buildCell(team, score, season);
			const isHidden = team.hidden > 0 && getPlayerAt(buildVisibleLineup(team), slot) === 0;
			return isHidden ? { kind: "hidden" } : EMPTY_CELL;
		};
	});
	const [homeAt = () => EMPTY_CELL, awayAt = () => EMPTY_CELL] = sides;
	return listSlots(season.rules).map((slot) => ({ slot, home: homeAt(slot), away: awayAt(slot) }));
}

/** The players who count, or count double, for one team only; each side's best first. */
export function buildUniqueScorerRows(
	home: MatchUpTeam,
	away: MatchUpTeam,
	round: Round,
	season: Season,
): readonly MatchUpRow[] {
	const counted = [home, away].map((team) => listScoreEntries(team, round, season).filter(({ factor }) => factor > 0));
	const [homeEntries = [], awayEntries = []] = counted;
	const listUnique = (entries: readonly ScoreEntry[], rivalEntries: readonly ScoreEntry[]) =>
		entries
			.filter(
				({ playerId, factor }) => !rivalEntries.some((rival) => rival.playerId === playerId && rival.factor === factor),
			)
			.toSorted((a, b) => b.counted - a.counted);
	const homeCells = listUnique(homeEntries, awayEntries).map((score) => buildCell(home, score, season));
	const awayCells = listUnique(awayEntries, homeEntries).map((score) => buildCell(away, score, season));
	return Array.from({ length: Math.max(homeCells.length, awayCells.length) }, (_, index) => ({
		slot: null,
		home: homeCells[index] ?? EMPTY_CELL,
		away: awayCells[index] ?? EMPTY_CELL,
	}));
}

export const sumSidePoints = (rows: readonly MatchUpRow[], side: "home" | "away"): number =>
	rows.reduce((sum, row) => {
		const cell = row[side];
		return sum + (cell.kind === "player" ? cell.score.counted : 0);
	}, 0);
