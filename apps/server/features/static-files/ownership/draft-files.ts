import type { DraftOwnershipFile, DraftPositionsFile } from "@first-bounce/contract/stats/draft-figures";
import { computeDraftPercent, DRAFT_FIGURES, MIN_DRAFTS } from "@first-bounce/rules/ownership/draft-ownership";
import type { Row } from "../../../db/tables/tables.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import { formatCsv } from "../../seasons/import/csv/format-csv.ts";
import { listPlayerCells, PLAYER_COLUMNS } from "../player-cells.ts";
import type { CountedDraftRound } from "./draft-queries.ts";

export const buildDraftOwnershipFile = ({
	round_id: roundId,
	leagues,
	teams,
	players,
}: CountedDraftRound): DraftOwnershipFile => ({
	roundId,
	leagues,
	teams,
	players: players.map(([id = 0, owned = 0, started = 0, added = 0, dropped = 0]) => ({
		id,
		ownedPercent: computeDraftPercent(owned, "owned", { leagues, teams }),
		startedPercent: computeDraftPercent(started, "started", { leagues, teams }),
		addedPercent: computeDraftPercent(added, "added", { leagues, teams }),
		droppedPercent: computeDraftPercent(dropped, "dropped", { leagues, teams }),
	})),
});

/** Formats draft_ownership.csv: a row for each player in each round in which a team had, added or dropped her. */
export function formatDraftOwnershipCsv(
	season: Pick<SeasonSnapshot, "squads" | "players">,
	rounds: readonly CountedDraftRound[],
): string {
	const columns = [
		"round.roundNumber",
		"leagues",
		"teams",
		...PLAYER_COLUMNS,
		...DRAFT_FIGURES.map((figure) => `${figure}_percent`),
		"squad_id",
		"player_id",
	];
	const rows = rounds.flatMap((round) => {
		const { roundId, leagues, teams, players } = buildDraftOwnershipFile(round);
		return players.map((figures) => {
			const { cells, squadId } = listPlayerCells(season, figures.id, roundId);
			const percents = DRAFT_FIGURES.map((figure) => figures[`${figure}Percent`]);
			return [roundId, leagues, teams, ...cells, ...percents, squadId, figures.id];
		});
	});
	return formatCsv(columns.join(","), rows);
}

/** Builds draft_positions.json; without players before enough drafts are complete. */
export const buildDraftPositionsFile = (
	{ drafts, players }: Row<"draft_positions", "drafts" | "players"> = { drafts: 0, players: [] },
): DraftPositionsFile => ({
	drafts,
	players: players
		.filter(([, picks = 0]) => picks >= MIN_DRAFTS)
		.map(([id = 0, picks = 0, sum = 0]) => ({
			id,
			averagePick: Math.round(sum / picks),
			draftedPercent: Math.round((100 * picks) / drafts),
		}))
		.sort((a, b) => a.averagePick - b.averagePick || b.draftedPercent - a.draftedPercent || a.id - b.id),
});
